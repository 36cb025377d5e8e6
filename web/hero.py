"""The small network on the home page: who speaks about what at one event, laid out here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import networkx as nx

from hallway.graph.answers.things import Ref
from hallway.graph.iris import is_withheld
from hallway.web.charts import Drawing, Mark
from hallway.web.frame import href

__all__ = ["Hero", "hero_of"]

FEWEST, MOST = 6, 24
TANGLE = 1.25
"""Most links a thing, on average, of a picture that can be read."""
TEXT_WIDTH = 6.9
"""Mean width of a letter at 12.5 px, in pixels."""


@dataclass(frozen=True, slots=True)
class Hero:
    """A drawn event: the wide picture, the narrow one, and the event they show.

    Attributes
    ----------
    clarity
        How many things of the wide picture have a name beside them; none in a tangle.
    """

    wide: Drawing
    slim: Drawing
    event: str
    label: str
    clarity: int


def hero_of(
    label: str,
    event: str,
    topics: Mapping[str, Sequence[Ref]],
    people: Mapping[str, Sequence[Ref]],
) -> Hero | None:
    """Draw the speakers and topics of an event.

    Parameters
    ----------
    topics, people
        What each talk is about and who gave it; suggested links are left out.

    Returns
    -------
    Hero or None
        None when there are too few or too many things for a small picture.
    """
    network: nx.Graph[str] = nx.Graph()
    for talk, refs in sorted(topics.items()):
        for topic in (ref for ref in refs if ref.status != "suggested"):
            for person in (one for one in people.get(talk, ()) if not is_withheld(one.iri)):
                network.add_node(person.iri, label=person.label, kind="person")
                network.add_node(topic.iri, label=topic.label, kind="topic")
                network.add_edge(person.iri, topic.iri)
    if network.number_of_nodes() < FEWEST:
        return None
    network = _largest(network, MOST)
    wide = _draw(network, 560, 410, label)
    named = sum(any(part.tag == "text" for part in mark.inside) for mark in wide.marks)
    tangle = network.number_of_edges() > TANGLE * network.number_of_nodes()
    return Hero(
        wide,
        _draw(_largest(network, 11), 343, 252, label),
        event,
        label,
        0 if tangle else named,
    )


def _largest(network: nx.Graph[str], most: int) -> nx.Graph[str]:
    """Keep whole groups while they fit; of a group that is too large, its busiest things."""
    kept: list[str] = []
    groups = sorted(nx.connected_components(network), key=lambda some: (-len(some), min(some)))
    for group in groups:
        room = most - len(kept)
        if len(group) <= room:
            kept += sorted(group)
        elif not kept:
            start = max(sorted(group), key=lambda node: network.degree(node))
            near = nx.single_source_shortest_path_length(network, start)
            kept += sorted(near, key=lambda node: (near[node], -network.degree(node), node))[:room]
    smaller: nx.Graph[str] = nx.Graph(network.subgraph(kept))
    return smaller


def _draw(network: nx.Graph[str], width: int, height: int, label: str) -> Drawing:
    at = _layout(network, width, height)
    edges = tuple(
        Mark("path", "e", {"d": f"M{at[a][0]:.0f} {at[a][1]:.0f}L{at[b][0]:.0f} {at[b][1]:.0f}"})
        for a, b in sorted(network.edges)
    )
    boxes = [_node_box(at[node], network.degree(node)) for node in network]
    names = _labels(network, at, boxes, width, height)
    nodes = tuple(
        _node(node, network.nodes[node], network.degree(node), at[node], names.get(node))
        for node in sorted(network, key=lambda one: (network.nodes[one]["kind"], one))
    )
    count = {
        kind: sum(data["kind"] == kind for _, data in network.nodes(data=True))
        for kind in ("person", "topic")
    }
    words = (
        f"{count['person']} speakers joined to the {count['topic']} topics that their talks at"
        f" {label} are about."
    )
    return Drawing(width, height, words, (*edges, *nodes))


def _layout(network: nx.Graph[str], width: int, height: int) -> dict[str, tuple[float, float]]:
    """Lay every group out by itself, then set the groups side by side in rows."""
    groups = sorted(nx.connected_components(network), key=lambda some: (-len(some), min(some)))
    cells = _cells([len(group) for group in groups], width, height)
    placed: dict[str, tuple[float, float]] = {}
    for group, (left, top, wide, high) in zip(groups, cells, strict=True):
        part = nx.Graph(network.subgraph(sorted(group)))
        found = nx.kamada_kawai_layout(part) if len(part) > 1 else {next(iter(part)): (0.0, 0.0)}
        xs = [float(found[node][0]) for node in part]
        ys = [float(found[node][1]) for node in part]
        for node in part:
            side = min(60.0, wide / 4)  # room for names
            x = _scaled(float(found[node][0]), min(xs), max(xs), left + side, left + wide - side)
            y = _scaled(float(found[node][1]), min(ys), max(ys), top + 28, top + high - 34)
            placed[node] = (x, y)
    return placed


def _scaled(value: float, low: float, high: float, start: float, end: float) -> float:
    share = (value - low) / (high - low) if high - low > 1e-9 else 0.5
    return start + share * (end - start) if end > start else (start + end) / 2


def _cells(
    sizes: Sequence[int], width: float, height: float
) -> list[tuple[float, float, float, float]]:
    """Cut the picture into one cell a group, the area growing with the square root of its size."""
    if len(sizes) == 1:
        return [(0, 0, width, height)]
    half = 1
    weights = [sqrt(size) for size in sizes]
    total = sum(weights)
    while half < len(sizes) - 1 and sum(weights[:half]) < total / 2:
        half += 1
    share = sum(weights[:half]) / total
    if width >= height:
        left = _cells(sizes[:half], width * share, height)
        right = _cells(sizes[half:], width * (1 - share), height)
        return left + [(x + width * share, y, w, h) for x, y, w, h in right]
    upper = _cells(sizes[:half], width, height * share)
    lower = _cells(sizes[half:], width, height * (1 - share))
    return upper + [(x, y + height * share, w, h) for x, y, w, h in lower]


Box = tuple[float, float, float, float]


def _radius(degree: int) -> float:
    return min(12.0, 4.2 + 2.1 * sqrt(degree))


def _node_box(at: tuple[float, float], degree: int) -> Box:
    radius = _radius(degree) + 1
    return (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)


def _lines(text: str, most: int = 20) -> list[str]:
    """Break a name into at most two lines."""
    if len(text) <= most:
        return [text]
    words = text.split(" ")
    cuts = range(1, len(words))
    best = min(
        cuts,
        key=lambda cut: max(len(" ".join(words[:cut])), len(" ".join(words[cut:]))),
        default=0,
    )
    return [" ".join(words[:best]), " ".join(words[best:])] if best else [text]


@dataclass(frozen=True, slots=True)
class _Name:
    lines: list[str]
    x: float
    y: float
    anchor: str


def _labels(
    network: nx.Graph[str],
    at: Mapping[str, tuple[float, float]],
    boxes: list[Box],
    width: float,
    height: float,
) -> dict[str, _Name]:
    """Place names greedily, topics first: four places each, none over another name or a thing."""
    taken = list(boxes)
    names: dict[str, _Name] = {}
    order = sorted(
        network, key=lambda n: (network.nodes[n]["kind"] != "topic", -network.degree(n), n)
    )
    for node in order:
        bold = network.nodes[node]["kind"] == "topic"
        lines = _lines(network.nodes[node]["label"])
        x, y = at[node]
        radius = _radius(network.degree(node))
        long = max(map(len, lines)) * (TEXT_WIDTH + (0.6 if bold else 0))
        tall = 15.0 * len(lines)
        places = (
            (x + radius + 5, y - tall / 2, "start"),
            (x - radius - 5, y - tall / 2, "end"),
            (x, y + radius + 3, "middle"),
            (x, y - radius - 3 - tall, "middle"),
        )
        for left, top, anchor in places:
            start = {"start": left, "end": left - long, "middle": left - long / 2}[anchor]
            box = (start - 2, top, start + long + 2, top + tall)
            if box[0] < 0 or box[2] > width or box[1] < 0 or box[3] > height:
                continue
            if any(_over(box, other) for other in taken):
                continue
            taken.append(box)
            names[node] = _Name(lines, left, top + 11.5, anchor)
            break
    return names


def _over(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _node(
    iri: str, found: Mapping[str, str], degree: int, at: tuple[float, float], name: _Name | None
) -> Mark:
    radius = round(_radius(degree), 1)
    x, y = round(at[0], 1), round(at[1], 1)
    kind = found["kind"]
    if kind == "person":
        shape = Mark("circle", "node f-person", {"cx": x, "cy": y, "r": radius})
    else:
        r = round(radius * 1.15, 1)
        d = f"M{x} {round(y - r, 1)}l{r} {r}-{r} {r}-{r}-{r}z"
        shape = Mark("path", "node f-topic", {"d": d})
    inside = [shape]
    if name:
        for number, line in enumerate(name.lines):
            place: dict[str, str | float] = {
                "x": round(name.x, 1),
                "y": round(name.y + 15 * number, 1),
            }
            if name.anchor != "start":
                place["text-anchor"] = name.anchor
            inside.append(Mark("text", "b" if kind == "topic" else "", place, line))
    return Mark(
        "g", href=href(iri) or "", title="" if name else found["label"], inside=tuple(inside)
    )
