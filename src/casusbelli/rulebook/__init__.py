"""The rulebooks: chapters in Markdown, a glossary, a player aid, found and checked. docs/rulebook.md is for their authors."""

from .book import Aid, Book, Chapter, Entry, Term, book, has_book
from .check import Report, check

__all__ = ["Aid", "Book", "Chapter", "Entry", "Report", "Term", "book", "check", "has_book"]
