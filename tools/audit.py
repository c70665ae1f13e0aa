"""Is what is installed what is locked, and are there known faults in it? ``python tools/audit.py`` (by way of ``make audit``).

The first is said by this machine alone. For the second an advisory service is asked, package by package; where none can be
reached it is said so: nothing was found because nobody was asked. Ends with 1 where something is found, with 3 where nobody
could be asked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
AUDITOR = ROOT / ".tools" / "bin" / "pip-audit"
SERVICES = ("pypi", "osv")
LOCKS = ("dev", "tools")
SECONDS = 300


def ask(service: str) -> list[dict[str, Any]]:
    """What an advisory service says of every locked package; nothing where it does not answer."""
    command = [str(AUDITOR), "--vulnerability-service", service, "--format", "json", "--progress-spinner", "off"]
    command += ["--disable-pip", "--require-hashes", "--timeout", "20"]
    for lock in LOCKS:
        command += ["--requirement", str(ROOT / "requirements" / f"{lock}.txt")]
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False).stdout
        found: list[dict[str, Any]] = json.loads(said)["dependencies"]
    except (subprocess.TimeoutExpired, OSError, ValueError, KeyError):
        return []
    return [one for one in found if "skip_reason" not in one]


def judge(answers: list[dict[str, Any]]) -> list[str]:
    """The known faults, one line each."""
    return [
        f"{one['name']} {one['version']}: {fault['id']}, mended in {', '.join(fault.get('fix_versions') or ['no version yet'])}"
        for one in answers
        for fault in one.get("vulns", ())
    ]


def main() -> int:
    environment = ROOT / ".venv" / "bin" / "python"
    different = environment.exists() and subprocess.run([environment, ROOT / "tools" / "locked.py"], check=False).returncode
    for service in SERVICES:
        answers = ask(service)
        if answers:
            faults = judge(answers)
            print(
                "\n".join(f"audit: {fault}" for fault in faults)
                or f"audit: no known faults in {len(answers)} packages ({service})"
            )
            return 1 if faults or different else 0
    print("audit: no advisory service can be reached, nobody was asked for known faults", file=sys.stderr)
    return 1 if different else 3


if __name__ == "__main__":
    sys.exit(main())
