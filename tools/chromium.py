"""The Chromium that tests and tools drive: which one, and with what switches."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
"""The names scripts/browser looks for, too."""

_POPUPS = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
"""A new window loads the popup of its address bar, some 200 files that nobody here looks at: more work than our own pages."""

_AS_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
"""What Playwright turns off by itself: our list takes the place of its own."""

SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join((*_AS_PLAYWRIGHT, *_POPUPS))}",
]


def path() -> str | None:
    """Where the system's Chromium is, if it has one."""
    return next(filter(None, map(shutil.which, NAMES)), None)
