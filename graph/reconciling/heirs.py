"""Which records go on with the address of a talk or event whose own source has left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hallway.graph.keys import Identity, event_key, talk_keys
from hallway.graph.programme import Programme
from hallway.graph.sources import Source

__all__ = ["heirs", "inherited", "keys_of"]


def inherited(before: Sequence[Source], staying: Mapping[str, Programme]) -> dict[str, Identity]:
    """Return the keys of others that the records of each source go on with.

    Parameters
    ----------
    before
        The sources before, each with its identity: what was one then.
    staying
        Slug -> programme of each source that is there still.

    Returns
    -------
    dict[str, Identity]
        Slug -> key that a record has by itself -> key of the thing that it was, for keys that no
        record has by itself any more.
    """
    own = {slug: set(keys_of(programme, slug)) for slug, programme in staying.items()}
    present = set().union(*own.values())
    found: dict[str, Identity] = {}
    for source in before:
        if source.slug in own:
            events, talks = (
                {
                    key: thing
                    for key, thing in known.items()
                    if key in own[source.slug] and thing not in present
                }
                for known in (source.identity.events, source.identity.talks)
            )
            found[source.slug] = Identity(events, talks)
    return found


def keys_of(programme: Programme, slug: str) -> Iterator[str]:
    """Yield the keys that the records of a source have by themselves."""
    for event in programme.events:
        yield event_key(event)
        yield from talk_keys(event, slug)


def heirs(sources: Iterable[Source]) -> Identity:
    """Return the keys that the records of all sources go on with.

    One that is a record's own again, since its source came back, is left to that record.
    """
    some = list(sources)
    told = [one.inherited for one in some if one.inherited != Identity()]
    if not told:
        return Identity()
    present = {key for one in some for key in keys_of(one.programme, one.slug)}
    events, talks = (
        {own: key for one in several for own, key in one.items() if key not in present}
        for several in ([one.events for one in told], [one.talks for one in told])
    )
    return Identity(events, talks)
