"""Documents with something wrong in them, and bundles of them, for tests of readers."""

from __future__ import annotations

import copy
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from hallway.graph.errors import SourceError
from hallway.graph.formats import ReadOptions
from hallway.graph.programme import Programme

__all__ = ["ODD", "bundle", "changed", "ends_well", "paths"]

ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just([]),
    st.just({}), st.just([None, {}, [], "x", 3]), st.just({"en": 1}),
    st.just({"name": {"de": "x"}}),
    st.just("2026-02-31T99:00"), st.just("9999-12-31T23:59:59Z"), st.just("http://[::1"),
    st.just([{"name": "x", "id": None}]), st.just("\ud800"), st.just("A & B, C (D); E / F"),
)  # fmt: skip


def paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    keys = (
        list(value)
        if isinstance(value, dict)
        else range(len(value) if isinstance(value, list) else 0)
    )
    return [found for key in keys for found in ((*at, key), *paths(value[key], (*at, key)))]


def changed(document: Any, data: st.DataObject) -> Any:
    """Delete, double, swap or replace one part of a document."""
    result = copy.deepcopy(document)
    *above, last = data.draw(st.sampled_from(paths(document)))
    parent: Any = result
    for key in above:
        parent = parent[key]
    what = data.draw(st.sampled_from(("delete", "replace", "replace", "double", "swap")))
    if what == "delete":
        del parent[last]
    elif what == "replace":
        parent[last] = data.draw(ODD)
    elif what == "double":
        parent[last] = [parent[last], copy.deepcopy(parent[last])]
    else:
        other = data.draw(
            st.sampled_from(
                sorted(parent, key=str) if isinstance(parent, dict) else range(len(parent))
            )
        )
        parent[last], parent[other] = parent[other], parent[last]
    return result


def bundle(files: Mapping[str, Any]) -> bytes:
    """Zip files: texts and bytes as they are, anything else as JSON."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            plain = isinstance(content, str | bytes)
            archive.writestr(name, content if plain else json.dumps(content))
    return out.getvalue()


def ends_well(read: Callable[[bytes, ReadOptions], Programme], data: bytes) -> None:
    """Read; a `SourceError` is as good an end as a programme with events."""
    try:
        programme = read(data, ReadOptions())
    except SourceError:
        return
    assert programme.events
    assert all(talk.title for event in programme.events for talk in event.talks)
