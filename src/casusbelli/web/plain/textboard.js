// The same position as tables, for who plays by words.

import { found, said, undeclared } from "./parts.js";

/** One table for each part, one for all that is left. */
export function tables(book, frame) {
  const declared = book.layout.map((part) => [part.name || part.at, found(frame.view, part.at)]);
  const left = undeclared(book, frame.view);
  return [...declared, ...left].filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => table(book, book.title(name), value));
}

function table(book, title, value) {
  if (Array.isArray(value)) return { title, head: [title], rows: value.map((each) => [flat(book, each)]) };
  if (typeof value !== "object") return { title, head: [title], rows: [[said(book, value)]] };
  const rows = Object.entries(value);
  const fields = [...new Set(rows.flatMap(([, row]) => (row !== null && typeof row === "object" && !Array.isArray(row) ? Object.keys(row) : [])))];
  if (fields.length === 0) return { title, head: [title, ""], rows: rows.map(([id, each]) => [book.name(id), flat(book, each)]) };
  return { title, head: [title, ...fields.map((field) => book.title(field))], rows: rows.map(([id, row]) => [book.name(id), ...fields.map((field) => flat(book, row?.[field] ?? null))]) };
}

function flat(book, value) {
  if (Array.isArray(value)) return value.map((each) => flat(book, each)).join(", ") || "–";
  if (value !== null && typeof value === "object") return Object.entries(value).map(([id, each]) => `${book.name(id)}: ${flat(book, each)}`).join(", ");
  return said(book, value);
}
