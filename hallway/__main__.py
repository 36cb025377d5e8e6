"""``python -m hallway``."""

from hallway.cli import main

main(prog_name="hallway")
