"""Whether what is installed is what is locked: ``python tools/locked.py``. Said by this machine alone, nobody is asked.

Also read by the tests and by the bill of materials: what the lock files in ``requirements/`` say.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

from packaging.markers import Marker
from packaging.utils import canonicalize_name

FOLDER = Path(__file__).parent.parent / "requirements"
OURS = "casus-belli"
PROVIDED = {OURS, "pip", "setuptools", "wheel"}
"""What a virtual environment has without being asked, and ourselves."""

_PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(\[[^]]*\])?==(?P<version>[^ ;\\]+)( ; (?P<marker>[^\\]+?))? \\$")
_HASH = re.compile(r"^    --hash=sha256:([0-9a-f]{64})( \\)?$")
_VIA = re.compile(r"^    # +(?:via )?(?P<who>\S.*)$")


class Locked(NamedTuple):
    """One package of a lock file: exactly this version, one of these files, and who wants it."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]
    via: tuple[str, ...]

    @property
    def wanted_here(self) -> bool:
        """Whether it is for this Python on this machine."""
        return not self.marker or Marker(self.marker).evaluate()


def read_lock(name: str, folder: Path = FOLDER) -> list[Locked]:
    """The packages of ``requirements/NAME.txt``. A line that is neither a pin, a hash nor a remark is an error."""
    found: list[Locked] = []
    for number, line in enumerate((folder / f"{name}.txt").read_text("utf-8").splitlines(), 1):
        if pin := _PIN.match(line):
            found.append(Locked(canonicalize_name(pin["name"]), pin["version"], pin["marker"] or "", (), ()))
        elif digest := _HASH.match(line):
            found[-1] = found[-1]._replace(hashes=(*found[-1].hashes, digest[1]))
        elif via := _VIA.match(line):
            found[-1] = found[-1]._replace(via=(*found[-1].via, via["who"]))
        elif line.strip() not in {"", "# via"} and not line.startswith("#"):
            raise ValueError(f"requirements/{name}.txt, line {number}: {line.strip()}")
    return found


def differences(name: str) -> list[str]:
    """How the running environment differs from a lock file, in words."""
    wanted: dict[str, str] = {one.name: one.version for one in read_lock(name) if one.wanted_here}
    have: dict[str, str] = {canonicalize_name(one.name): one.version for one in distributions()}
    told = [f"{one} is missing (locked is {wanted[one]})" for one in sorted(wanted.keys() - have.keys())]
    told += [
        f"{one} is {have[one]}, locked is {version}"
        for one, version in sorted(wanted.items())
        if have.get(one, version) != version
    ]
    return told + [f"{one} {have[one]} is not locked" for one in sorted(have.keys() - wanted.keys() - PROVIDED)]


def main() -> int:
    best = min((differences(name) for name in ("play", "postgres", "dev")), key=len)
    for line in best:
        print(f"audit: {line}")
    if not best:
        print("audit: what is installed is what is locked")
    return 1 if best else 0


if __name__ == "__main__":
    sys.exit(main())
