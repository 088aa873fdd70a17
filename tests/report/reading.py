"""Reading a report as a browser would: strictly, element by element."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

__all__ = ["Page"]

_VOID = {"meta", "br", "hr"}


class Page(HTMLParser):
    """A report; every element must be closed in its order, or parsing fails."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.html = html
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []
        self.texts: list[str] = []
        self.by_section: dict[str, list[str]] = {}
        self._section = ""
        self.feed(html)
        self.close()
        assert self.open == []

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())

    @property
    def svgs(self) -> list[ET.Element]:
        return [ET.fromstring(found) for found in re.findall(r"<svg.*?</svg>", self.html, re.DOTALL)]

    def section(self, anchor: str) -> str:
        return " ".join(" ".join(self.by_section[anchor]).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names))
        self.elements.append((tag, dict(attrs)))
        if tag == "section":
            self._section = dict(attrs)["id"] or ""
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.texts.append(data)
            self.by_section.setdefault(self._section, []).append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)
