"""Mutation testing: one small fault at a time, and whether a test sees it.

    python tools/mutants.py src/casusbelli/kernel --tests tests/kernel --sample 60

The sample is drawn by the seed before anything is run. Each mutant lives in a copy of ``src`` of its own, so nothing here
changes; the tests stop at the first that fails. What survives is printed with its line, to be judged: docs/quality.md.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

ROOT = Path(__file__).parent.parent

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


class Mutant(NamedTuple):
    """A fault at a place: ``where`` counts the places of its file that can be changed."""

    path: Path
    where: int
    line: int
    before: str
    after: str


def changeable(node: ast.AST) -> bool:
    match node:
        case ast.Compare() | ast.BoolOp() | ast.BinOp() | ast.AugAssign() | ast.If() | ast.IfExp():
            return True
        case ast.UnaryOp(op=ast.Not()) | ast.Expr(value=ast.Call()) | ast.Constant(value=bool()):
            return True
        case ast.Constant(value=int(value)):
            return value < 100
    return False


def places(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything of a file that can be changed; imports, annotations and what only raises or asserts are not."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Raise() | ast.Assert() | ast.Import() | ast.ImportFrom() | ast.arguments():
                continue
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.AnnAssign():
                yield from places(ast.Tuple([node.value] if node.value is not None else [], ast.Load()))
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from places(ast.Module(node.body, []))
            case _:
                if changeable(node):
                    yield node
                yield from places(node)


def change(node: ast.AST) -> bool:
    """Make the fault, in place; False where there is none to make."""
    match node:
        case ast.Compare(ops=[op, *rest]) if type(op) in SWAPS:
            node.ops = [SWAPS[type(op)](), *rest]  # type: ignore[list-item]
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPS:
            node.op = SWAPS[type(op)]()  # type: ignore[assignment]
        case ast.If(test=test) | ast.IfExp(test=test):
            node.test = ast.UnaryOp(ast.Not(), test)
        case ast.UnaryOp():
            node.op = ast.UAdd()
            node.operand = ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.Expr():
            node.value = ast.Constant(None)
        case _:
            return False
    return True


def mutants_of(path: Path) -> list[Mutant]:
    tree = ast.parse(path.read_text("utf-8"))
    found = []
    for n, node in enumerate(places(tree)):
        twin = copy.deepcopy(node)
        if change(twin):
            first = [ast.unparse(ast.fix_missing_locations(each)).splitlines()[0] for each in (node, twin)]
            found.append(Mutant(path, n, getattr(node, "lineno", 0), *first))
    return found


def mutated(mutant: Mutant) -> str:
    tree = ast.parse(mutant.path.read_text("utf-8"))
    change(next(node for n, node in enumerate(places(tree)) if n == mutant.where))
    return ast.unparse(ast.fix_missing_locations(tree))


def survives(mutant: Mutant | None, tests: list[str], seconds: float) -> bool:
    """Whether no test fails with it; None is the tree as it is."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        if mutant is not None:
            (source / mutant.path.relative_to(ROOT / "src")).write_text(mutated(mutant), "utf-8")
        words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        environment = dict(os.environ, PYTHONPATH=str(source), PYTHONDONTWRITEBYTECODE="1", CI="true")
        try:
            done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return False
    return done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description="One small fault at a time, and whether a test sees it.")
    parser.add_argument("places", nargs="+", type=Path, help="files or folders under src")
    parser.add_argument("--tests", nargs="+", default=["tests/kernel"])
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("--seconds", type=float, default=600.0, help="a mutant that takes longer is caught: it runs in circles")
    given = parser.parse_args()
    files = [file.resolve() for place in given.places for file in (sorted(place.rglob("*.py")) if place.is_dir() else [place])]
    every = [mutant for file in files for mutant in mutants_of(file)]
    sample = sorted(Random(given.seed).sample(every, min(given.sample, len(every))))
    if not survives(None, given.tests, given.seconds):
        sys.exit("mutants: the tests fail without any fault")
    left = 0
    for mutant in sample:
        lives = survives(mutant, given.tests, given.seconds)
        left += lives
        told = f"{mutant.path.relative_to(ROOT)}:{mutant.line}: {mutant.before}  ->  {mutant.after}"
        print(f"{'SURVIVED' if lives else 'caught  '} {told}", flush=True)
    print(f"{len(sample) - left} of {len(sample)} caught, drawn from {len(every)} by {given.seed!r}")


if __name__ == "__main__":
    main()
