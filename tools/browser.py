"""Find a Chromium for the browser tests, installing one where that is possible.

The machine's own comes first, then Debian's package (as root), then Playwright's download.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def found() -> str | None:
    """Return the path of a Chromium that is there; None for none."""
    given = os.environ.get("HALLWAY_CHROMIUM")
    if given:
        return given if os.access(given, os.X_OK) else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def main() -> int:
    """Install a browser when none is there; say what to do when that fails."""
    if found():
        return 0
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        install = ["apt-get", "install", "-qq", "--yes", "--no-install-recommends", "chromium"]
        for command in (["apt-get", "update", "-qq"], [*install, "fonts-liberation"]):
            subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)
    else:
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        if subprocess.run(command, check=False).returncode == 0:
            return 0
    if found():
        return 0
    sys.stderr.write("No Chromium: install one, or name one in HALLWAY_CHROMIUM.\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
