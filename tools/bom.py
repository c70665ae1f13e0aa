"""A bill of materials of what runs when one plays, as CycloneDX 1.6 JSON: ``python tools/bom.py > build/bom.json``.

Versions and hashes are those of the lock, licences those that the installed packages name. The same lock gives the same bill.
"""

from __future__ import annotations

import json
import sys
import tomllib
import uuid
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tools.locked import OURS, Locked, read_lock  # noqa: E402

DATA: list[dict[str, Any]] = [
    {
        "type": "data",
        "bom-ref": "natural-earth",
        "name": "Natural Earth",
        "description": "coastlines of the maps",
        "licenses": [{"license": {"name": "public domain"}}],
    },
    {
        "type": "data",
        "bom-ref": "pkg:npm/world-atlas@2",
        "name": "world-atlas",
        "version": "2",
        "purl": "pkg:npm/world-atlas@2",
        "description": "Natural Earth as TopoJSON; used when maps are made, not installed",
        "licenses": [{"license": {"id": "ISC"}}],
    },
]


def licences(name: str) -> list[dict[str, Any]]:
    """What the installed package says of its licence."""
    try:
        told = metadata(name).json
    except PackageNotFoundError:
        return []
    if expression := told.get("license_expression"):
        return [{"expression": expression}]
    classifiers = [one.rpartition(" :: ")[2] for one in told.get("classifier", []) if one.startswith("License :: ")]
    short = [one for one in [str(told.get("license", "")).strip()] if one and "\n" not in one and len(one) < 80]
    return [{"license": {"name": one}} for one in dict.fromkeys(short or classifiers)]


def component(package: Locked) -> dict[str, Any]:
    purl = f"pkg:pypi/{package.name}@{package.version}"
    found: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl + (f"#{package.marker}" if package.marker else ""),
        "name": package.name,
        "version": package.version,
        "purl": purl,
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in package.hashes],
    }
    if named := licences(package.name):
        found["licenses"] = named
    if package.marker:
        found["properties"] = [{"name": "marker", "value": package.marker}]
    return found


def bill() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    packages = [component(package) for package in read_lock("play")]
    ours = f"pkg:pypi/{OURS}@{project['version']}"
    parts = [*packages, *DATA]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps([ours, parts], sort_keys=True))}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": ours,
                "name": OURS,
                "version": project["version"],
                "purl": ours,
                "licenses": [{"license": {"id": project["license"]}}],
            }
        },
        "components": parts,
        "dependencies": [{"ref": ours, "dependsOn": [part["bom-ref"] for part in parts]}],
    }


if __name__ == "__main__":
    print(json.dumps(bill(), indent=2, ensure_ascii=False))
