"""Branch coverage by room, from what ``make coverage`` has measured: the table of docs/quality.md. What was not run is left out.

python tools/covered.py [DATA]
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from coverage import Coverage
from coverage.results import Numbers

GAMES = "games"


def room_of(path: Path) -> str:
    parts = path.parts[path.parts.index("casusbelli") + 1 :]
    return "/".join(parts[:2]) if parts[0] == GAMES and len(parts) > 2 else parts[0]


def main() -> None:
    coverage = Coverage(data_file=sys.argv[1]) if len(sys.argv) > 1 else Coverage()
    coverage.load()
    rooms: dict[str, Numbers] = defaultdict(lambda: Numbers(precision=1))
    files: list[tuple[float, str, str]] = []
    for name in sorted(coverage.get_data().measured_files()):
        numbers = coverage._analyze(name).numbers
        room = room_of(Path(name))
        rooms[room] += numbers
        if numbers.n_missing and numbers.n_executed:
            files.append((numbers.pc_covered, f"{room}/{Path(name).name}", str(numbers.n_missing)))
    print("| room | lines | branches | covered | branches alone |")
    print("| --- | --- | --- | --- | --- |")
    for room, numbers in sorted(rooms.items()):
        if numbers.n_executed:
            branches = 100 * numbers.n_executed_branches / max(1, numbers.n_branches)
            print(f"| `{room}` | {numbers.n_statements} | {numbers.n_branches} | {numbers.pc_covered:.1f} % | {branches:.1f} % |")
    print()
    for covered, name, missing in sorted(files)[:25]:
        print(f"{covered:5.1f} %  {name}: {missing} lines")


if __name__ == "__main__":
    main()
