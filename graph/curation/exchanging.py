"""Decisions of a site as a table, and a table of decisions into a site."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hallway.graph.addresses import Addresses, Ledger
from hallway.graph.curation.decision_list import names_of
from hallway.graph.errors import SourceError
from hallway.graph.linking.decision import Decision
from hallway.graph.linking.decision_table import Row, read_table, write_table
from hallway.graph.linking.decisions import Decisions
from hallway.graph.reconciling.succession import part_known
from hallway.graph.site import Site
from hallway.graph.suppression.erasing import refused

__all__ = ["Imported", "export_decisions", "import_decisions"]

_LEDGER = ("talk", "session", "event", "series", "person", "organization", "topic", "audience",
           "place", "room", "track", "kind", "role")  # fmt: skip
"""Kinds of thing whose addresses the ledger keeps."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of a table of decisions.

    Attributes
    ----------
    new
        Decisions that were, or in a dry run would be, recorded.
    known
        How many rows this site has already.
    contradicting
        Rows left out since they contradict what was decided here: line and what they contradict.
    unknown
        Rows left out on demand since they are about things that this site never had: line and
        address.
    errors
        What is wrong with the table; nothing is recorded when there is anything.
    unapplied
        Contradictions among the new decisions, as sentences: they are recorded and not applied.
    """

    new: tuple[Decision, ...]
    known: int
    contradicting: tuple[tuple[int, str], ...] = ()
    unknown: tuple[tuple[int, str], ...] = ()
    errors: tuple[SourceError, ...] = ()
    unapplied: tuple[str, ...] = ()


def export_decisions(site: Site, *, current: bool = False) -> str:
    """Return the decisions of a site as a table, the oldest first.

    Parameters
    ----------
    current
        Only what holds: without what was taken back, what takes it back, and open questions.
    """
    known = Decisions.load(site.decisions)
    decisions = known.all
    if current:
        decisions = tuple(one for one in known.effective if one.action != "unsure")
    iris = {iri for one in decisions for iri in (one.subject, one.object)}
    labels = names_of(site, iris) if site.published() is not None else {}
    licence = site.config.licence if site.config.licence.startswith("http") else ""
    return write_table(decisions, site.config.base, labels, licence)


def import_decisions(
    site: Site, data: bytes, file: str, *, dry_run: bool = False, skip_unknown: bool = False
) -> Imported:
    """Record the decisions of a table: all that can be, or none when a row is wrong.

    Parameters
    ----------
    data, file
        The table and its name, for errors.
    dry_run
        Record nothing.
    skip_unknown
        Leave rows out that are about things which this site never had an address for; otherwise
        they are errors.

    Returns
    -------
    Imported
        A row that contradicts a decision of this site is left out, so that what was decided here
        holds; rows that contradict only one another are recorded, and none of them is applied.

    Raises
    ------
    SourceError
        The file is no table of decisions at all, or too large.
    """
    if len(data) > site.config.reading.max_bytes:
        limit = site.config.reading.max_bytes
        raise SourceError(
            f"{len(data):,} bytes, and max_bytes is {limit:,}", where=file, remedy="raise the limit"
        )
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SourceError("not UTF-8", where=f"{file}:{line}", remedy="save it as UTF-8") from error
    rows, errors = read_table(text, site.config.base, file)
    here = Decisions.load(site.decisions)
    fresh, known, more = _fresh(rows, here, file)
    unwanted = refused(site.folder, site.config.base, [row.decision for row in fresh])
    more += [
        SourceError(
            "this is about somebody who asked to be forgotten",
            where=f"{file}:{row.line}",
            remedy="take the row out",
        )
        for row in fresh
        if row.decision in unwanted
    ]
    fresh = [row for row in fresh if row.decision not in unwanted]
    unknown = _unknown(site, fresh, here)
    if skip_unknown:
        left = {line for line, _ in unknown}
        fresh = [row for row in fresh if row.line not in left]
    else:
        remedy = "import its programme first, or leave such rows out: --skip-unknown"
        more += [
            SourceError(f"this site never had {iri}", where=f"{file}:{line}", remedy=remedy)
            for line, iri in unknown
        ]
        unknown = []
    fresh, contradicting, unapplied, impossible = _agreeing(fresh, here)
    errors += more
    errors += [SourceError(what, where=f"{file}:{line}") for line, what in impossible]
    errors.sort(key=lambda one: int(one.where.rpartition(":")[2]))
    new = () if errors else tuple(row.decision for row in fresh)
    if new and not dry_run:
        here.extend(new)
    return Imported(
        new, known, tuple(contradicting), tuple(unknown), tuple(errors), tuple(unapplied)
    )


def _fresh(
    rows: Sequence[Row], here: Decisions, file: str
) -> tuple[list[Row], int, list[SourceError]]:
    """Return the rows that this site has not, how many it has, and those with a taken id."""
    by_id = {one.id: one for one in here.all}
    fresh: list[Row] = []
    errors = []
    known = 0
    for row in rows:
        other = by_id.setdefault(row.decision.id, row.decision)
        if other is row.decision:
            fresh.append(row)
        elif other == row.decision:
            known += 1
        else:
            errors.append(
                SourceError(
                    f"{row.decision.id} is the id of another decision",
                    where=f"{file}:{row.line}",
                    remedy="empty the record_id of a row that you changed",
                )
            )
    return fresh, known, errors


def _unknown(site: Site, rows: Sequence[Row], here: Decisions) -> list[tuple[int, str]]:
    """Return the line and the address of each thing that this site never had."""
    ledger = Ledger(site.ledger)
    addresses = Addresses(site.config.base, ledger)
    ids = {one.id for one in here.all} | {row.decision.id for row in rows}

    def is_known(term: str, action: str) -> bool:
        if action == "undo":
            return term in ids
        start = f"{site.config.base}id/"
        if not term.startswith(start):
            # A page elsewhere is nobody's address; a thing of another site would be.
            return "/id/" not in term or not term.startswith(("http://", "https://"))
        kind, _, slug = term.removeprefix(start).partition("/")
        if kind == "appearance":
            return part_known(term, addresses)
        return kind not in _LEDGER or ledger.key(kind, slug) is not None

    found = []
    for row in rows:
        one = row.decision
        ends = [one.subject] if one.action in ("undo", "rename") else [one.subject, one.object]
        found += [(row.line, term) for term in ends if not is_known(term, one.action)][:1]
    return found


def _agreeing(
    rows: Sequence[Row], here: Decisions
) -> tuple[list[Row], list[tuple[int, str]], list[str], list[tuple[int, str]]]:
    """Leave out the rows that contradict this site.

    Returns
    -------
    tuple
        The other rows; line and contradiction of those left out; contradictions among the others;
        and line and fault of rows that contradict themselves.
    """
    before = {one.decisions for one in here.conflicts}
    own = {one.id for one in here.all}
    lines = {row.decision.id: row.line for row in rows}
    kept = list(rows)
    left: list[tuple[int, str]] = []
    impossible: list[tuple[int, str]] = []
    gone: set[str] = set()
    while True:
        found = Decisions([*here.all, *(row.decision for row in kept)]).conflicts
        new = [one for one in found if one.decisions not in before]
        wrong = {one: c.what for c in new if len(c.decisions) == 1 for one in c.decisions}
        out = {
            one: c.what
            for c in new
            if own & set(c.decisions)
            for one in c.decisions
            if one in lines
        }
        impossible += [(lines[one], what) for one, what in wrong.items() if one in lines]
        left += [(lines[one], what) for one, what in out.items()]
        gone |= out.keys() | wrong.keys()
        # What takes back a row that is left out has nothing to take back.
        gone |= {row.decision.id for row in kept if row.decision.subject in gone}
        staying = [row for row in kept if row.decision.id not in gone]
        if len(staying) == len(kept):
            return kept, sorted(left), [one.what for one in new], sorted(impossible)
        kept = staying
