"""Hospitals, institutes and companies that no table knows: which words of an affiliation they are.

The printed text is all there is to go by, so the rules are careful: a body of a known kind first
("Quay Institute of Hoists"), then the first part that says more than department and place.
"""

from __future__ import annotations

from collections.abc import Sequence

from hallway.graph.linking.organizations.affiliation_text import Part, parts, repaired
from hallway.graph.linking.organizations.table import bag_of
from hallway.graph.linking.organizations.universities import is_place
from hallway.graph.linking.organizations.words import (
    COUNTRIES,
    DEPARTMENT,
    FIELDS,
    GENERIC,
    KINDS,
    PLACES,
    STOP,
    folded,
    is_field,
)

__all__ = ["Named", "body", "names_itself", "plain"]

Named = tuple[str, str]
"""Key and label."""

_SYSTEMS = frozenset(
    map(
        bag_of,
        (
            "indian institute technology".split(),
            "national institute technology".split(),
            "max planck institute".split(),
            "indian institute science education research".split(),
            "indian institute information technology".split(),
            "international institute information technology".split(),
            "indian institute management".split(),
            "all india institute medical science".split(),
        ),
    )
)
"""Institutes with a name for all of them, which the place tells apart."""

_BODIES = {
    "hospital": 5, "clinic": 4, "academy": 3, "institute": 3, "council": 2, "polytechnic": 6,
    "observatory": 3, "agency": 3, "foundation": 2, "museum": 3, "college": 3, "ministry": 2,
    "hochschule": 6,
}  # fmt: skip
_ALSO_BODIES = ("national laboratory", "research center", "cancer center")
_APPLIED = ("university", "applied", "science")
_VAGUE = GENERIC | FIELDS | DEPARTMENT | KINDS | PLACES | STOP
"""Words that may stand in any department and say nothing of whose it is."""
_CITIES = frozenset(
    "pittsburgh seattle toronto montreal vancouver zurich paris london berlin munich tokyo beijing "
    "shanghai shenzhen bangalore hyderabad singapore haifa nyc princeton cambridge redmond austin "
    "boston dublin amsterdam".split()
)
"""Cities that laboratories of companies are called by."""


def body(parts: Sequence[Part]) -> Named | None:
    """Find a hospital, an academy, an institute: the weightiest, of those the last."""
    best: tuple[bool, int, int, Named] | None = None
    companies = any(map(_is_company, parts))
    for place, part in enumerate(parts):
        weight = max((_BODIES.get(word, 0) for word in part.words), default=0)
        if not weight and " ".join(part.words[-3:]).endswith(_ALSO_BODIES):
            weight = 2
        if not weight or is_place(part.words) or _is_division(part):
            continue
        start, end = _around(part)
        words, label = part.words[start:end], part.printed(start, end)
        if part.words[:1] == ("institute",) and companies and not _tells(part):
            continue  # Institute of Deep Learning, Acme Research
        if words[:1] == ("hochschule",) or words[-1:] == ("hochschule",):
            words = (*(word for word in words if word != "hochschule"), *_APPLIED)
        bag = bag_of(words)
        if bag in _SYSTEMS and place + 1 < len(parts):
            behind = parts[place + 1]
            told = [word for word in behind.words[:3] if not word[0].isdigit()]
            bag = bag_of([*words, *told])
            label = f"{label}, {behind.printed(0, len(told))}"
        if len(bag.split()) > 1 and (best is None or (weight, place) > best[1:3]):
            best = (True, weight, place, (bag, label))
    return best[3] if best else None


def plain(parts: Sequence[Part]) -> tuple[list[str], str]:
    """Take the first part that is no place and no department, without its legal form.

    Returns
    -------
    tuple
        The words that tell, in their order, and the part as printed.
    """
    unsure: Part | None = None
    for part in parts:
        words, label = part.words, part.text
        role, at, name = label.partition(" at ")
        if at and set(folded(role).split()) <= GENERIC | FIELDS | DEPARTMENT:
            label, words = name, tuple(folded(name).split())
        if is_place(words):
            continue
        if words[0] in DEPARTMENT or words[-1] in DEPARTMENT - {"research"} or _is_lab(words):
            unsure = unsure or (part if _tells(part) else None)
            continue
        if len(parts) > 1 and not _tells(part) and any(map(_tells, parts)):
            continue  # Cognitive Computing, Acme
        return _without_form(words), label.strip()
    chosen = unsure or parts[0]
    return _without_form(chosen.words), chosen.text


def names_itself(text: str) -> bool:
    """Tell whether a text has the name of an organization, and no department before or behind it.

    >>> names_itself("Quay Works GmbH"), names_itself("Robotics Institute"), names_itself("Berlin")
    (True, False, False)
    """
    found = parts(repaired(text))
    return len(found) == 1 and _tells(found[0]) and found[0].words[0] not in DEPARTMENT


def _is_lab(words: Sequence[str]) -> bool:
    """Tell whether a part is one word like "CVLab"."""
    return len(words) == 1 and words[0].endswith("lab") and len(words[0]) > 3


def _tells(part: Part) -> bool:
    """Tell whether a part has a word that is no subject, department, place or legal form."""
    return any(
        not (word in _VAGUE or word[0].isdigit() or is_field(word)) and len(word) > 2
        for word in part.words
    )


def _is_company(part: Part) -> bool:
    """Tell whether a part looks like a company: a legal form, "Research", or all capitals."""
    capitals = part.is_acronym(0) and is_place(part.words[1:])  # ETH Zurich
    return _tells(part) and (capitals or not _FORMS.isdisjoint(part.words))


def _is_division(part: Part) -> bool:
    """Tell whether a part is a department and no more: no body follows its "of"."""
    if part.words[0] not in ("department", "division", "faculty", "section"):
        return False
    start, _ = _around(part)
    return start < 3


def _around(part: Part) -> tuple[int, int]:
    """Return where the name of a hospital, an institute begins and ends in a part."""
    said = part.words
    at = max(range(len(said)), key=lambda one: (_BODIES.get(said[one], 0), one))
    start, end = 0, len(said)
    if said[0] in DEPARTMENT - {"research"} and said[0] not in _BODIES:
        # "Department of Endocrine Surgery Sanjay Gandhi Institute of …", without a comma
        start, named = at, False
        while start > 0 and at - start < 7:
            word = said[start - 1]
            stops = word in DEPARTMENT - {"research"} or word[0].isdigit() or word in STOP
            if stops or (named and is_field(word)):
                break
            named = named or not (is_field(word) or word in KINDS)
            start -= 1
    for place in range(max(at, 2), len(said)):
        department = place > at + 1 and said[place] in DEPARTMENT - _BODIES.keys() - {"research"}
        if said[place][0].isdigit() or said[place] in ("road", "street") or department:
            end = place
            break
    while end - 1 > at + 1 and (said[end - 1] in COUNTRIES or (start and said[end - 1] in PLACES)):
        if said[end - 2] in STOP:
            break  # École Polytechnique Fédérale de Lausanne
        end -= 1
    while start < at and part.is_acronym(start) and at - start > 1:
        start += 1
    return start, end


def _without_form(words: Sequence[str]) -> list[str]:
    """Return a company's words without legal form, site, and laboratory or division at the end.

    What remains says something: "Acme AI Research Asia" is "acme", "Deep Learning Lab" is whole.
    """
    telling = [word for word in words if word not in _LEGAL] or list(words)
    at = telling.index("center") if "center" in telling else 0
    if at and all(word in _TAILS or word in STOP for word in telling[at:]):
        del telling[at:]  # Acme Center for Artificial Intelligence
    for site in _SITES:
        at = next((n for n in range(1, len(telling) - 1) if tuple(telling[n : n + 2]) == site), 0)
        if at and not any(word not in _VAGUE for word in telling[at + 2 :]):
            del telling[at:]
    while len(telling) > 1 and telling[-1] in _TAILS and telling[-2] not in STOP:
        if not any(word not in _VAGUE and len(word) > 1 for word in telling[:-1]):
            break
        telling.pop()
    return telling


_SITES = (
    ("silicon", "valley"),
    ("new", "england"),
    ("bay", "area"),
    ("asia", "pacific"),
    ("north", "america"),
    ("latin", "america"),
    ("middle", "east"),
)
"""Regions that laboratories and branches are called by."""
_FORMS = frozenset("incorporated limited llc gmbh ag corporation company plc bv research".split())
_BRANDS = frozenset(
    "bank foundation foundations health healthcare media ventures holding holdings services "
    "interactive entertainment studio studios university central autonomous driving lp".split()
)
"""Words at the end of a name that often make it another company: "Acme Bank"."""
_TAILS = (GENERIC | COUNTRIES | _CITIES) - _BRANDS - STOP
_LEGAL = frozenset(
    "inc incorporated ltd limited llc gmbh ag sa corp corporation co company plc bv oy ab srl spa "
    "kg pty pvt private nv sas aps se kk group sarl gbr ug oyj asa sro doo zoo ltda eirl sl "
    "pte llp lp bhd sdn tbk jsc ooo oao pjsc ohg ev eg ggmbh mbh sasu eurl scrl cvba vof kft zrt "
    "com nyrt ehf hf tic sti pbc spzoo kabushiki kaisha godo".split()
)
