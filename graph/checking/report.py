"""What a check found, for people and for programs."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Finding", "Report"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that does not conform.

    Attributes
    ----------
    thing, label
        IRI of the thing and its name; the name is empty when it has none.
    what
        What is wrong, to be read after the name: ``belongs to no event``.
    remedy
        What to do about it.
    value
        The offending value; empty when something is missing.
    rule
        Name of the shape, or of the check of this module.
    """

    thing: str
    label: str
    what: str
    remedy: str
    value: str
    rule: str

    def __str__(self) -> str:
        """Name the thing and what is wrong; then the remedy on a line of its own."""
        name = f'"{self.label}" ' if self.label else ""
        value = f" ({self.value[:200]})" if self.value else ""
        return f"{name}<{self.thing}> {self.what}{value}\n  {self.remedy}"


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found.

    Attributes
    ----------
    findings
        Sorted by rule, then by thing.
    things
        Number of things looked at.
    unlooked
        Number of suspect things that pySHACL did not look at, since `most_things` was reached.
    most_things
        The bound that was set.
    """

    findings: tuple[Finding, ...]
    things: int
    unlooked: int = 0
    most_things: int = 0

    @property
    def conforms(self) -> bool:
        """Whether nothing was found, and nothing was left to look at."""
        return not self.findings and not self.unlooked

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain values for JSON."""
        return {
            "conforms": self.conforms,
            "things": self.things,
            "unlooked": self.unlooked,
            "most_things": self.most_things,
            "findings": [asdict(finding) for finding in self.findings],
        }

    def __str__(self) -> str:
        """Tell every finding, then a sentence that sums up."""
        lines = [str(finding) for finding in self.findings]
        if self.unlooked:
            lines.append(
                f"{self.unlooked:,} more things are suspect and were not looked at "
                f"(most_things is {self.most_things:,})\n  put the first ones right, or raise it"
            )
        if self.conforms:
            lines.append(f"{self.things:,} things conform")
        else:
            wrong = len({finding.thing for finding in self.findings})
            lines.append(f"{wrong:,} of {self.things:,} things do not conform")
        return "\n".join(lines)
