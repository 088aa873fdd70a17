"""From the tables of a scenario file to steps: one reader for each kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brain.checks import check_choice, check_names
from brain.clock import timestamp_from
from brain.errors import BrainError
from brain.memory.records import MODALITIES
from brain.percept import EncodedPercept, FusedPercept
from simulations.scenario import steps as s
from simulations.scenario._entry import Entry, KeyedError, nearest
from simulations.scenario.measures import MEASURES
from simulations.scenario.stimuli import KINDS, LANGUAGES

__all__ = ["step_from"]

_MOST = 100_000
_LONGEST_INTERVALS = 1_000_000
_NUMERIC = ("equals", "at_least", "at_most", "above", "below")


def step_from(table: Any) -> s.Step:
    """Read one `[[step]]`.

    Raises:
        KeyedError: if it is of no kind or of several, or a key or value is wrong.

    """
    named = [key for key in table if key in _READERS] if isinstance(table, dict) else []
    if len(named) != 1:
        found = f", not {' and '.join(named)}" if named else ""
        raise KeyedError(f"needs exactly one of {', '.join(_READERS)}{found}", named[-1] if named else "")
    entry = Entry(table)
    step = _READERS[named[0]](entry)
    entry.finish()
    return step


def _perceive(entry: Entry) -> s.Perceive:
    """`perceive` is a text, or a list of texts and tables, one a sense."""
    value = entry.take("perceive")
    at = None
    if "time" in entry:
        try:
            at = timestamp_from(entry.take("time"))
        except BrainError as error:
            raise KeyedError(str(error), "time") from error
    percept = _percept(entry, [value] if isinstance(value, str) else value)
    if not percept.text:
        raise KeyedError("perceive has no text", "perceive")
    return s.Perceive(percept, at, entry.take_text("label"))


def _percept(entry: Entry, senses: Any, session_id: str = "") -> FusedPercept:
    fields = {"source": entry.take_text("source_ref"), "modality": entry.take("modality", "text")}
    known = {"importance": entry.take_number("importance", 0, 1)} if "importance" in entry else {}
    metadata: dict[str, Any] = dict(known)
    if not isinstance(senses, list) or not all(isinstance(each, str | dict) for each in senses):
        raise KeyedError(f"perceive takes a text, or a list of texts and tables, not {senses!r:.60}", "perceive")
    try:
        inputs = [
            EncodedPercept.from_dict(fields | ({"text": sense} if isinstance(sense, str) else sense))
            for sense in senses
        ]
        if "tags" in entry:
            metadata["tags"] = check_names("tags", entry.take("tags"))
        for each in inputs:
            check_choice("modality", each.modality, MODALITIES)
        return FusedPercept(
            inputs=inputs, entities=entry.take("entities", []), confidence=entry.take("confidence", 1.0),
            metadata=metadata, session_id=entry.take_text("session_id", session_id),
        )  # fmt: skip
    except (BrainError, TypeError) as error:
        named = [key for key in ("confidence", "modality", "entities", "tags") if str(error).startswith(key)]
        raise KeyedError(str(error), named[0] if named else "") from error


def _ask(entry: Entry) -> s.Ask:
    question = entry.take("ask")
    if not isinstance(question, str) or not question.strip():
        raise KeyedError("ask needs a question", "ask")
    return s.Ask(question, entry.take_text("label"))


def _wait(entry: Entry) -> s.Wait:
    return s.Wait(entry.take_seconds("wait"))


def _sleep(entry: Entry) -> s.Sleep:
    seconds = entry.take_seconds("sleep")
    interval = entry.take_seconds("interval", s.Sleep(0).interval, positive=True)
    if seconds / interval > _LONGEST_INTERVALS:
        raise KeyedError(f"interval of {interval:g} s is too short for such a long sleep", "interval")
    if 0 < seconds < interval:
        raise KeyedError(
            f"sleep of {seconds:g} s ends before its first consolidation, one every {interval:g} s;"
            " sleep longer or give a smaller interval",
            "sleep",
        )
    return s.Sleep(seconds, interval)


def _rehearse(entry: Entry) -> s.Rehearse:
    label = entry.take_text("rehearse", required=True)
    return s.Rehearse(label, entry.take_count("times", 1, _MOST), entry.take_seconds("spacing"))


def _confirm(entry: Entry) -> s.Feedback:
    return s.Feedback(entry.take_text("confirm", required=True), True, entry.take_text("source"))


def _deny(entry: Entry) -> s.Feedback:
    return s.Feedback(entry.take_text("deny", required=True), False, entry.take_text("source"))


def _pressure(entry: Entry) -> s.Pressure:
    return s.Pressure(entry.take_number("pressure", 0, 100))


def _crash(entry: Entry) -> s.Crash:
    if entry.take("crash") is not True:
        raise KeyedError("write crash = true", "crash")
    return s.Crash(entry.take_seconds("down"))


def _generate(entry: Entry) -> s.Generate:
    kind = entry.take_choice("generate", KINDS, "")
    label = entry.take_text("label", required=True)
    count = entry.take_count("n", 10, _MOST)
    language = entry.take_choice("language", LANGUAGES, "en")
    spacing, about = entry.take_seconds("spacing"), entry.take_text("about")
    if about and kind != "facts":
        raise KeyedError(f"only facts can be about the subjects of another list, not {kind}", "about")
    template = _percept(entry, [""], session_id=label)
    return s.Generate(kind, label, count, language, spacing, about, template)


def _probe(entry: Entry) -> s.Probe:
    name = entry.take_text("probe", required=True)
    if "@" in name:
        raise KeyedError("a probe's name holds no '@': it stands before the time", "probe")
    measure = entry.take_text("measure", name)
    if measure not in MEASURES:
        raise KeyedError(f"no measure {measure!r}; {nearest(measure, list(MEASURES))}", "measure")
    about = MEASURES[measure].about
    cues = _cues(entry) if about == "cues" else ()
    of = entry.take_text("of", required=about not in ("", "cues") or (about == "cues" and not cues)) if about else ""
    contains = entry.take_text("contains", required=True) if measure == "answer" else ""
    cue = entry.take_text("cue") if measure == "recall" else ""
    top = entry.take_count("top", 1, 1000) if measure == "hit_rate" else 1
    every = entry.take_seconds("every", positive=True) if "every" in entry else 0.0
    if "for" in entry and not every:
        raise KeyedError("'for' says how long a probe is repeated; it needs 'every'", "for")
    lasting = entry.take_seconds("for") if "for" in entry else float("inf")
    return s.Probe(name, measure, of, contains, cue, cues, top, every, lasting)


def _cues(entry: Entry) -> tuple[tuple[str, str], ...]:
    pairs = entry.take("cues", [])
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(p, str) and p.strip() for p in pair)
        for pair in pairs
    ):
        raise KeyedError("cues is a list of pairs: [cue, the text that it should bring]", "cues")
    return tuple((cue, text) for cue, text in pairs)


def _expect(entry: Entry) -> s.Expect:
    name = entry.take_text("expect", required=True)
    checks = [s.Check(key, wanted) for key in ("contains", "lacks") for wanted in _texts(entry, key)]
    checks += [s.Check(key, _wanted(key, entry.take(key))) for key in _NUMERIC if key in entry]
    checks += [s.Check(key, entry.take_text(key)) for key in ("action", "goal") if key in entry]
    entry.finish()
    if not checks:
        keys = "contains, lacks, equals, at_least, at_most, above, below, action, goal"
        raise KeyedError(f"expect needs at least one of {keys}", "expect")
    return s.Expect(name, tuple(checks))


def _texts(entry: Entry, key: str) -> list[str]:
    value = entry.take(key, [])
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise KeyedError(f"{key} takes a text or a list of texts, not {value!r:.60}", key)
    return texts


def _wanted(key: str, value: Any) -> float | str:
    """Return a number, or a text: the name of something else that was measured, or a whole answer."""
    if isinstance(value, bool) or not isinstance(value, int | float | str) or value != value:  # noqa: PLR0124  NaN
        raise KeyedError(f"{key} takes a number or the name of a probe, not {value!r:.60}", key)
    return value if isinstance(value, str) else float(value)


_READERS: dict[str, Callable[[Entry], s.Step]] = {
    "perceive": _perceive,
    "ask": _ask,
    "wait": _wait,
    "sleep": _sleep,
    "rehearse": _rehearse,
    "confirm": _confirm,
    "deny": _deny,
    "pressure": _pressure,
    "crash": _crash,
    "generate": _generate,
    "probe": _probe,
    "expect": _expect,
}
