"""A report as one page that needs nothing from outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from brain.errors import StorageError
from simulations.report.markup import Markup, join, tag
from simulations.report.material import Material, gathered
from simulations.report.sections import SECTIONS, summary
from simulations.report.style import STYLE

__all__ = ["report_page", "write_report"]

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def write_report(run_dir: Path | str, out: Path | None = None) -> Path:
    """Write `report.html` from the files of a run, and return where it is; the same run gives the same bytes.

    Args:
        run_dir: a run directory.
        out: where to write it; `report.html` in the run directory by default.

    Raises:
        InvalidInputError: if there is no run in `run_dir`, or one of another format version.
        StorageError: if a file is missing or damaged, or the report cannot be written.

    """
    path = out or Path(run_dir) / "report.html"
    written = report_page(gathered(Path(run_dir)))
    try:
        path.write_text(written, encoding="utf-8", newline="\n")
    except OSError as error:
        raise StorageError(f"{path}: cannot be written: {error.strerror or error}") from error
    return path


def report_page(material: Material) -> str:
    """Return the page."""
    name = str(material.files.manifest.get("scenario") or material.result.get("scenario") or "a run")
    seed = material.files.manifest.get("seed", material.result.get("seed", "?"))
    written = [(heading, _anchor(heading), write(material)) for heading, write in SECTIONS]
    sections = [(heading, anchor, body) for heading, anchor, body in written if body is not None]
    page = tag(
        "html",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
            tag("title", f"{name}, seed {seed}"),
            tag("style", Markup(STYLE)),
        ),
        tag(
            "body",
            _header(material, name, seed),
            tag("nav", [tag("a", heading, href=f"#{anchor}") for heading, anchor, _ in sections]),
            tag(
                "main",
                tag("section", tag("h2", "Summary"), summary(material), id="summary"),
                [tag("section", tag("h2", heading), body, id=anchor) for heading, anchor, body in sections],
            ),
        ),
        lang="en",
    )
    return f"<!doctype html>\n{page}\n"


def _header(material: Material, name: str, seed: object) -> Markup:
    title, why = material.scenario.get("title"), material.scenario.get("why")
    return tag(
        "header",
        tag("h1", tag("bdi", name), tag("small", f" seed {seed}")),
        tag("p", tag("bdi", title), class_="lead") if isinstance(title, str) else None,
        tag("p", tag("bdi", " ".join(why.split()))) if isinstance(why, str) else None,
        _verdict(material.result),
    )


def _verdict(result: dict[str, Any]) -> Markup:
    if not result:
        return tag("p", "The run was ended before its result was written.", class_="verdict bad")
    failure = result.get("failure")
    if failure:
        said = f"Step {failure.get('step')} ({failure.get('kind')}) failed: {failure.get('text')}"
        return tag("p", tag("bdi", said), class_="verdict bad")
    expected = result.get("expectations") or []
    met = sum(bool(record.get("passed")) for record in expected)
    if not expected:
        return tag("p", "Nothing was expected of this run.", class_="verdict")
    unmet = [str(record.get("name", "")) for record in expected if not record.get("passed")]
    names = join(": ", tag("bdi", ", ".join(dict.fromkeys(unmet)))) if unmet else None
    return tag(
        "p", f"{met} of {len(expected)} expectations met", names, class_="verdict bad" if unmet else "verdict good"
    )


def _anchor(heading: str) -> str:
    return heading.lower().replace(" ", "-")
