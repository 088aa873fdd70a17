"""Effects drawn: the model's lines filled, the human ones hollow and dashed beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brain.errors import MissingExtraError, StorageError
from simulations.effects.effect import EffectResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Plot
    from matplotlib.figure import Figure

__all__ = ["draw", "draw_all"]

# Told apart without colour too: Okabe and Ito's palette, and a marker each.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
_MARKERS = ("o", "s", "^", "D")
_COLUMNS = 4
_CAPTION = "filled, solid: the brain; hollow, dashed: people"


def draw(result: EffectResult, directory: Path) -> list[Path]:
    """Draw one effect as PNG and SVG; return the files.

    Raises:
        MissingExtraError: without matplotlib.
        StorageError: if the files cannot be written.
    """
    figure = _figure(6.0, 4.2)
    _panel(figure.add_subplot(), result)
    figure.text(0.99, 0.01, _CAPTION, ha="right", va="bottom", fontsize=7, color="#555555")
    return [_kept(figure, directory / f"{result.name}.{kind}") for kind in ("png", "svg")]


def draw_all(results: Sequence[EffectResult], directory: Path) -> list[Path]:
    """Draw every effect, and all of them on one page, `overview`; return the files.

    Raises:
        MissingExtraError: without matplotlib.
        StorageError: if the files cannot be written.
    """
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise StorageError(f"cannot make the directory {directory}: {error.strerror}") from None
    files = [file for result in results for file in draw(result, directory)]
    columns = min(_COLUMNS, len(results))
    rows = math.ceil(len(results) / columns)
    page = _figure(4.2 * columns, 3.4 * rows + 0.3)
    for place, result in enumerate(results, 1):
        _panel(page.add_subplot(rows, columns, place), result)
    page.text(0.995, 0.003, _CAPTION, ha="right", va="bottom", fontsize=8, color="#555555")
    return [*files, *(_kept(page, directory / f"overview.{kind}") for kind in ("png", "svg"))]


def _figure(width: float, height: float) -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError("drawing effects needs matplotlib: pip install 'actor-brain[lab]'") from None
    figure = Figure(figsize=(width, height), layout="constrained")
    # Room for the caption below.
    figure.get_layout_engine().set(rect=(0.0, 0.25 / height, 1.0, 1.0 - 0.25 / height))  # type: ignore[union-attr,call-arg]
    return figure


def _panel(plot: Plot, result: EffectResult) -> None:
    for number, line in enumerate(result.series):
        colour, marker = _COLOURS[number % len(_COLOURS)], _MARKERS[number % len(_MARKERS)]
        look: dict[str, Any] = {"color": colour, "marker": marker, "markersize": 4, "linewidth": 1.2}
        solid, dashed = ("-", "--") if result.axes.joined else ("", "")
        plot.plot(line.x, line.model, label=line.label, linestyle=solid, **look)
        known = [(x, y) for x, y in zip(line.x, line.human or (), strict=bool(line.human)) if not math.isnan(y)]
        if known:
            plot.plot(*zip(*known, strict=True), linestyle=dashed, markerfacecolor="white", **look)
    axes = result.axes
    if axes.logarithmic:
        plot.set_xscale("log")
    if axes.ticks:
        plot.set_xticks(range(len(axes.ticks)), axes.ticks, fontsize=7)
        plot.margins(x=0.1)
    verdict = "reached" if result.passed else "missed"
    plot.set_title(f"{result.title}: {verdict}", fontsize=9, loc="left")
    plot.set_xlabel(axes.x, fontsize=8)
    plot.set_ylabel(axes.y, fontsize=8)
    plot.tick_params(labelsize=7)
    plot.spines[["top", "right"]].set_visible(False)
    if len(result.series) > 1:
        plot.legend(fontsize=7, frameon=False)


def _kept(figure: Figure, path: Path) -> Path:
    import matplotlib as mpl

    # Without a date and random ids the same results make the same file.
    with mpl.rc_context({"svg.hashsalt": "effects"}):
        try:
            figure.savefig(path, dpi=130, metadata={"Date": None} if path.suffix == ".svg" else {})
        except OSError as error:
            raise StorageError(f"cannot write {path}: {error.strerror}") from None
    return path
