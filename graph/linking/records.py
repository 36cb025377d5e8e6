"""The records that linking takes and gives. They speak in IRIs and labels and know no store."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LinkRecord", "Mention", "Resolution", "SamePerson", "TalkText"]


@dataclass(frozen=True, slots=True)
class Mention:
    """One name in one talk (or event) of one source.

    Attributes
    ----------
    id
        Unique and stable: made of source, event, talk and position by the caller.
    source
        Digest of the source: person ids hold inside one source only.
    event, series
        Stable keys; `series` is empty when the event belongs to none.
    person_id
        The source's own id of the person; None when the source gives none.
    co_speakers
        The other names of the same talk, as printed.
    aliases
        Other names that the source gives the person.
    profiles
        Scheme and id of each profile that the source gives, see `linking.people.profiles`.
    talk
        Key of the talk or event, one for all sources that have it; empty where none is known.
    """

    id: str
    name: str
    source: str
    event: str
    series: str = ""
    year: int | None = None
    person_id: str | None = None
    co_speakers: tuple[str, ...] = ()
    affiliation: str | None = None
    topics: tuple[str, ...] = ()
    title: str = ""
    text: str = ""
    language: str = ""
    aliases: tuple[str, ...] = ()
    profiles: tuple[tuple[str, str], ...] = ()
    talk: str = ""


@dataclass(frozen=True, slots=True)
class SamePerson:
    """Two of one person: person keys when it is only proposed, mention ids when it is joined."""

    a: str
    b: str
    confidence: float
    method: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who is who.

    Attributes
    ----------
    person_of
        Mention id -> person key. A key is stable under the order of the input; equal keys are one
        person. The first or only person of a name has the key ``name:<normalised name>``.
    suggestions
        Pairs of person keys left apart that a curator should look at, best first.
    joined
        Why mentions are one person, in the order of their ids: pairs of mention ids, the best for
        each two names; of equal names that no event or series ties, the first mention of a group
        and the one that it joined. What decisions joined is not among them.
    conflicts
        Decisions on people that contradict one another once their terms are looked up, as
        sentences; they are not applied.
    apart
        Pairs of person keys that decisions keep apart.
    """

    person_of: dict[str, str]
    suggestions: tuple[SamePerson, ...] = ()
    joined: tuple[SamePerson, ...] = ()
    conflicts: tuple[str, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TalkText:
    """A talk as topic and organization linking sees it.

    Attributes
    ----------
    iri
        IRI of the talk.
    event
        IRI of the event.
    stated_topics
        (IRI, label) pairs that the source ties to the talk itself.
    event_topics
        (IRI, label) pairs that the source gives for the event as a whole: the candidates when
        there are any.
    stated_organizations
        Affiliations of the speakers and other organizations the source names for the event.
    speakers
        Names of its speakers, as the source has them.
    series
        Key of the event's series; empty when it is in none.
    """

    iri: str
    event: str
    title: str
    text: str = ""
    language: str = ""
    stated_topics: tuple[tuple[str, str], ...] = ()
    event_topics: tuple[tuple[str, str], ...] = ()
    stated_organizations: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()
    series: str = ""


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """One derived or suggested link.

    Attributes
    ----------
    subject, predicate
        IRIs.
    object
        IRI of the object, or the organization's name when `object_is_name`: the caller mints it;
        of a relation to names (`hallway.graph.linking.decision.SPELLED`) the name, a text.
    confidence
        From 0 to 1, rounded to 4 decimals.
    method
        Name and version of the rule or model, such as ``topic-words-4``.
    evidence
        A sentence for people: what was found and where.
    quote
        The words of the text that show it, verbatim; empty when there are none.
    status
        ``derived`` (asserted as a plain triple as well) or ``suggested`` (asserted nowhere).
    """

    subject: str
    predicate: str
    object: str
    confidence: float
    method: str
    evidence: str
    quote: str = ""
    status: str = "derived"
    object_is_name: bool = False
