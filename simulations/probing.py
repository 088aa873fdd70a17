"""Measuring: what a probe asks of a running brain."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence

from actors import BrainSystem
from brain.checks import text_of
from brain.config import BrainConfig
from simulations.run_result import AnswerRecord
from simulations.scenario import MEASURES, Probe
from simulations.scenario.stimuli import Stimulus

__all__ = ["Probing"]

_EVER = 1e12  # seconds


class Probing:
    """Measures a brain. It asks memory directly, so that no question is remembered for having been measured.

    Args:
        brain: what is measured.
        config: its numbers.
        lists: what was perceived under each label.
        sessions: in which session that was.
        answers: what was answered under each label.

    """

    def __init__(
        self, brain: BrainSystem, config: BrainConfig, lists: Mapping[str, Sequence[Stimulus]],
        sessions: Mapping[str, str], answers: Mapping[str, AnswerRecord],
    ) -> None:  # fmt: skip
        self._memory = brain.memory
        self._config = config.retrieval
        self._lists = lists
        self._sessions = sessions
        self._answers = answers

    def measure(self, probe: Probe) -> float:
        """Return the figure."""
        return float(_MEASURES[probe.measure](self, probe))

    def _working(self, _: Probe) -> float:
        return len(self._memory.working)

    def _protected(self, _: Probe) -> float:
        return self._memory.working.status().protected

    def _limit(self, _: Probe) -> float:
        return self._memory.working.status().limit

    def _episodes(self, _: Probe) -> float:
        return len(self._memory.episodic)

    def _facts(self, _: Probe) -> float:
        return len(self._memory.semantic)

    def _believed(self, _: Probe) -> float:
        return self._memory.semantic.count_believed(self._config.min_confidence)

    def _sources(self, _: Probe) -> float:
        return len(self._memory.source)

    def _trusted(self, _: Probe) -> float:
        return sum(source.trust_score >= self._config.min_trust for source in self._memory.source.get_all())

    def _procedures(self, _: Probe) -> float:
        return len(self._memory.procedural)

    def _transferred(self, _: Probe) -> float:
        return self._memory.consolidation.status().transferred

    def _learnt(self, _: Probe) -> float:
        return self._memory.consolidation.status().facts_learnt

    def _consolidations(self, _: Probe) -> float:
        return self._memory.consolidation.status().cycles

    def _decays(self, _: Probe) -> float:
        return self._memory.consolidation.status().decays

    def _episodes_forgotten(self, _: Probe) -> float:
        return self._memory.episodic.forgotten_count()

    def _facts_forgotten(self, _: Probe) -> float:
        return self._memory.semantic.forgotten_count()

    def _confidence(self, probe: Probe) -> float:
        return self._confidence_of([probe.of])

    def _known(self, probe: Probe) -> float:
        return bool(self._memory.semantic.get_facts([probe.of]))

    def _disputed(self, probe: Probe) -> float:
        return any(node.status == "disputed" for node in self._memory.semantic.get_facts([probe.of]).values())

    def _former(self, probe: Probe) -> float:
        return len(self._memory.semantic.get_histories([probe.of]).get(probe.of, []))

    def _trust(self, probe: Probe) -> float:
        return self._memory.source.get_trust(probe.of)

    def _answer(self, probe: Probe) -> float:
        return probe.contains.casefold() in self._answers[probe.of].response.casefold()

    def _answer_confidence(self, probe: Probe) -> float:
        return self._answers[probe.of].confidence

    def _contradictions(self, probe: Probe) -> float:
        return len(self._answers[probe.of].contradictions)

    def _in_mind(self, probe: Probe) -> float:
        return self._share(probe.of, self._minded())

    def _kept(self, probe: Probe) -> float:
        texts = [stimulus.text for stimulus in self._lists[probe.of]]
        kept = [text for text in dict.fromkeys(texts) if self._memory.episodic.find_duplicate(text, _EVER)]
        return self._share(probe.of, kept)

    def _recall(self, probe: Probe) -> float:
        items = self._lists[probe.of]
        cue = probe.cue or items[0].text
        recalled = self._memory.episodic.recall(cue, max(len(items), 1))
        return self._share(probe.of, [*self._minded(), *(each.episode.content for each in recalled)])

    def _free_recall(self, probe: Probe) -> float:
        recalled = self._memory.free_recall(self._sessions[probe.of])
        return self._share(probe.of, [output.content for output in recalled.outputs])

    def _cued_recall(self, probe: Probe) -> float:
        recalled = [(self._memory.cued_recall(each.cue).content, each.text) for each in self._lists[probe.of]]
        return statistics.fmean(content == text for content, text in recalled)

    def _recognition(self, probe: Probe) -> float:
        return statistics.fmean(self._memory.recognise(each.text).accepted for each in self._lists[probe.of])

    def _list_confidence(self, probe: Probe) -> float:
        return self._confidence_of(list(dict.fromkeys(stimulus.subject for stimulus in self._lists[probe.of])))

    def _hit_rate(self, probe: Probe) -> float:
        cues = probe.cues or [(stimulus.cue, stimulus.target) for stimulus in self._lists[probe.of]]
        return statistics.fmean(self._hits(cue, text, probe.top) for cue, text in cues)

    def _hits(self, cue: str, text: str, top: int) -> bool:
        bundle = self._memory.retrieve_staged(cue, top_n=top)
        return any(text.casefold() in piece.text.casefold() for piece in bundle.evidence)

    def _confidence_of(self, concepts: list[str]) -> float:
        known = self._memory.semantic.get_facts(concepts)
        return statistics.fmean(known[each].confidence if each in known else 0.0 for each in concepts)

    def _minded(self) -> list[str]:
        held = len(self._memory.working)
        return [text_of(item.content) for item in self._memory.working.get_context(held)] if held else []

    def _share(self, label: str, texts: Iterable[str]) -> float:
        found = set(texts)
        return statistics.fmean(stimulus.text in found for stimulus in self._lists[label])


_MEASURES: dict[str, Callable[[Probing, Probe], float]] = {name: getattr(Probing, f"_{name}") for name in MEASURES}
