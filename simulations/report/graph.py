"""The semantic graph: facts and what they are related to, laid out by forces from a fixed start."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simulations.report.markup import Markup, join, number, tag

__all__ = ["Edge", "Node", "graph_of", "semantic_graph"]

_MOST_NODES = 60
_ROUNDS = 240
_PASSES = 80
_LETTER = 7.2
_HEIGHT = 24.0
_LONGEST = 24
_GAP = 16.0
_ARROW = 46.0  # between boxes side by side: room for an arrow and its name
_ROW_WIDTH = 860.0
_GOLDEN = math.pi * (3 - math.sqrt(5))


@dataclass(frozen=True, slots=True)
class Node:
    """A concept; `confidence` is None for one that is only related to, of which no fact is known."""

    key: str
    label: str
    confidence: float | None
    disputed: bool = False

    @property
    def width(self) -> float:
        """How wide its box is drawn."""
        return _LETTER * min(len(self.label), _LONGEST) + 16


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation from one node to another, by their places in the list of nodes."""

    start: int
    end: int
    kind: str


def graph_of(facts: Sequence[dict[str, Any]]) -> tuple[list[Node], list[Edge]]:
    """Return the graph of facts as `result.json` holds them; at most 60 nodes, the first facts first."""
    nodes = [
        Node(fact["concept"].casefold(), fact["concept"], fact["confidence"], fact["status"] == "disputed")
        for fact in facts[:_MOST_NODES]
    ]
    places = {node.key: place for place, node in enumerate(nodes)}
    edges = []
    for start, fact in enumerate(facts[:_MOST_NODES]):
        for relation in fact["relations"]:
            key = relation["target"].casefold()
            if key not in places and len(nodes) < _MOST_NODES:
                places[key] = len(nodes)
                nodes.append(Node(key, relation["target"], None))
            if key in places and places[key] != start:
                edges.append(Edge(start, places[key], relation["relation_type"]))
    return nodes, edges


def semantic_graph(nodes: Sequence[Node], edges: Sequence[Edge]) -> Markup:
    """Return the graph as SVG; the same graph gives the same picture."""
    places = _packed(nodes, edges)
    left = min(x - node.width / 2 for (x, _), node in zip(places, nodes, strict=True)) - 8
    top = min(y for _, y in places) - _HEIGHT
    right = max(x + node.width / 2 for (x, _), node in zip(places, nodes, strict=True)) + 8
    bottom = max(y for _, y in places) + _HEIGHT
    known = sum(node.confidence is not None for node in nodes)
    width = right - left
    return tag(
        "svg",
        tag("title", "Semantic graph"),
        tag("desc", f"{known} facts, {len(nodes) - known} concepts that they mention, {len(edges)} relations"),
        tag(
            "defs",
            tag("marker", tag("path", d="M0 0L8 4L0 8z", class_="head"), id="head", viewBox="0 0 8 8",
                refX=7, refY=4, markerWidth=7, markerHeight=7, orient="auto"),
        ),
        [_edge(places, nodes, edge) for edge in edges],
        [_node(place, node) for place, node in zip(places, nodes, strict=True)],
        viewBox=f"{number(left)} {number(top)} {number(width)} {number(bottom - top)}",
        style=f"width:{number(width)}px", role="img", class_="graph",
    )  # fmt: skip


def _packed(nodes: Sequence[Node], edges: Sequence[Edge]) -> list[tuple[float, float]]:
    """Return places: connected parts are laid out each on its own, the largest first, side by side in rows."""
    places: dict[int, tuple[float, float]] = {}
    left = top = deepest = 0.0
    for part in _parts(len(nodes), edges):
        here = {node: place for place, node in enumerate(part)}
        within = [Edge(here[edge.start], here[edge.end], edge.kind) for edge in edges if edge.start in here]
        members = [nodes[node] for node in part]
        laid = _apart(members, _laid_out(len(part), within))
        west = min(x - node.width / 2 for (x, _), node in zip(laid, members, strict=True))
        east = max(x + node.width / 2 for (x, _), node in zip(laid, members, strict=True))
        north, south = min(y for _, y in laid), max(y for _, y in laid)
        if left and left + east - west > _ROW_WIDTH:
            left, top, deepest = 0.0, top + deepest + _HEIGHT + 2 * _GAP, 0.0
        for node, (x, y) in zip(part, laid, strict=True):
            places[node] = (round(x - west + left, 1), round(y - north + top, 1))
        left += east - west + 2.5 * _GAP
        deepest = max(deepest, south - north)
    return [places[node] for node in range(len(nodes))]


def _parts(count: int, edges: Sequence[Edge]) -> list[list[int]]:
    """Return the connected parts, the largest first, then in the order of the nodes."""
    part_of = list(range(count))
    for edge in edges:
        joined, gone = sorted((part_of[edge.start], part_of[edge.end]))
        part_of = [joined if part == gone else part for part in part_of]
    parts: dict[int, list[int]] = {}
    for node, part in enumerate(part_of):
        parts.setdefault(part, []).append(node)
    return sorted(parts.values(), key=lambda part: (-len(part), part[0]))


def _laid_out(count: int, edges: Sequence[Edge]) -> list[tuple[float, float]]:
    """Return places by springs and repulsion (Fruchterman & Reingold 1991) with a pull to the middle."""
    import numpy as np

    turn = np.arange(count)
    radius = 60.0 * np.sqrt(turn + 0.5)
    at = np.stack([radius * np.cos(turn * _GOLDEN), radius * np.sin(turn * _GOLDEN)], axis=1)
    starts = np.array([edge.start for edge in edges], dtype=int)
    ends = np.array([edge.end for edge in edges], dtype=int)
    ideal = 100.0
    for heat in np.linspace(40.0, 1.0, _ROUNDS):
        away = at[:, None, :] - at[None, :, :]
        apart = np.maximum(np.sqrt((away**2).sum(axis=2)), 1.0)
        push = (away * (ideal**2 / apart**2)[:, :, None]).sum(axis=1)
        if edges:
            along = at[starts] - at[ends]
            pull = along * (np.sqrt((along**2).sum(axis=1)) / ideal)[:, None]
            np.add.at(push, starts, -pull)
            np.add.at(push, ends, pull)
        push -= at * np.array([0.35, 0.6])
        length = np.maximum(np.sqrt((push**2).sum(axis=1)), 1e-9)
        at = at + push * (np.minimum(length, heat) / length)[:, None]
    return [(round(float(x) * 1.35, 1), round(float(y) * 0.8, 1)) for x, y in at]


def _apart(nodes: Sequence[Node], places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the places moved until no two boxes overlap, each pair along the axis where less is to be moved."""
    moved = [list(place) for place in places]
    for _ in range(_PASSES):
        overlaps = False
        for one in range(len(nodes)):
            for other in range(one + 1, len(nodes)):
                wide = (nodes[one].width + nodes[other].width) / 2 + _ARROW - abs(moved[one][0] - moved[other][0])
                high = _HEIGHT + _GAP - abs(moved[one][1] - moved[other][1])
                if wide > 0 and high > 0:
                    overlaps = True
                    axis, much = (1, high) if high <= wide else (0, wide)
                    sign = 1 if moved[one][axis] >= moved[other][axis] else -1
                    moved[one][axis] += sign * much / 2
                    moved[other][axis] -= sign * much / 2
        if not overlaps:
            break
    return [(round(x, 1), round(y, 1)) for x, y in moved]


def _node(place: tuple[float, float], node: Node) -> Markup:
    x, y = place
    kind = "mentioned" if node.confidence is None else "disputed" if node.disputed else "fact"
    label = node.label if len(node.label) <= _LONGEST else node.label[: _LONGEST - 1] + "…"
    said = "mentioned only" if node.confidence is None else f"confidence {node.confidence:.2f}"
    shade = None if node.confidence is None else f"{0.12 + 0.5 * node.confidence:.2f}"
    return tag(
        "g",
        tag("title", f"{node.label}: {said}{', disputed' if node.disputed else ''}"),
        tag("rect", x=x - node.width / 2, y=y - _HEIGHT / 2, width=node.width, height=_HEIGHT, rx=6, class_="paper"),
        tag("rect", x=x - node.width / 2, y=y - _HEIGHT / 2, width=node.width, height=_HEIGHT, rx=6,
            class_=f"node {kind}", fill_opacity=shade),
        tag("text", label, x=x, y=y + 4, text_anchor="middle"),
    )  # fmt: skip


def _edge(places: Sequence[tuple[float, float]], nodes: Sequence[Node], edge: Edge) -> Markup:
    (x1, y1), (x2, y2) = places[edge.start], places[edge.end]
    dx, dy = x2 - x1, y2 - y1
    begin, end = _border(nodes[edge.start], dx, dy), _border(nodes[edge.end], dx, dy)
    middle = ((x1 + dx * begin + x2 - dx * end) / 2, (y1 + dy * begin + y2 - dy * end) / 2)
    return join(
        tag("line", x1=x1 + dx * begin, y1=y1 + dy * begin, x2=x2 - dx * end, y2=y2 - dy * end, class_="edge",
            marker_end="url(#head)"),
        tag("text", edge.kind.replace("_", " "), x=middle[0], y=middle[1] - 3, text_anchor="middle", class_="halo quiet"),
    )  # fmt: skip


def _border(node: Node, dx: float, dy: float) -> float:
    """Return at which share of a line from its middle a box ends."""
    across = (node.width / 2) / abs(dx) if dx else math.inf
    down = (_HEIGHT / 2) / abs(dy) if dy else math.inf
    return min(across, down, 0.5)
