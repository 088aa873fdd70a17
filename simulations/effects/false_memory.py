"""False memory: a word that was not studied, but that all studied words point at, is recalled (Roediger & McDermott 1995).

Every studied word is linked in the graph to the critical word, and to words of its own that nothing else points at.
"""

from __future__ import annotations

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import Subject, each_subject, human_figures
from simulations.effects.material import syllables, words
from simulations.effects.statistics import Array, p_above_zero

__all__ = ["EFFECT"]

LISTS, LENGTH = 5, 15
OWN = 2  # other associates of each word
TO_LURE, TO_OTHERS = 0.8, 0.4  # weights of the links
MIDDLE = slice(4, 11)  # neither primacy nor recency
SECONDS = 2.0


def false_memory(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Study lists, recall them freely, then recognise studied, critical, and unrelated words."""
    human = human_figures("false_memory")
    found = np.array(each_subject(_memories, config, seed, subjects, progress, "false memory"))
    middle, lure, other, yes_studied, yes_lure, yes_unrelated = found.mean(axis=0)
    measures = {
        "recalled_middle": float(middle),
        "recalled_lure": float(lure),
        "recalled_other": float(other),
        "recognised_studied": float(yes_studied),
        "recognised_lure": float(yes_lure),
        "recognised_unrelated": float(yes_unrelated),
        "p_lure_recalled": p_above_zero(found[:, 1] - found[:, 2]),
        "p_lure_recognised": p_above_zero(found[:, 4] - found[:, 5]),
        "lure_from_middle": abs(float(lure - middle)),
    }
    people = (sum(human["lure_recalled"]) / 2, human["studied_recognised"], human["lure_recognised"],
              human["unrelated_recognised"])  # fmt: skip
    return Outcome(
        measures,
        (Series("share", (0.0, 1.0, 2.0, 3.0), (float(lure), *map(float, found.mean(axis=0)[3:])), people),),
    )


def _memories(subject: Subject) -> Array:
    nouns, others = words(subject, LISTS * (LENGTH + 2)), iter(syllables(subject, LISTS * LENGTH * OWN))
    counts = np.zeros(6)
    memory = subject.brain.memory
    for number in range(LISTS):
        lure, unrelated, *studied = nouns[number * (LENGTH + 2) :][: LENGTH + 2]
        session = f"list {number}"
        for word in studied:
            memory.semantic.add_relation(word, lure, weight=TO_LURE)
            for _ in range(OWN):
                memory.semantic.add_relation(word, next(others), weight=TO_OTHERS)
        for word in studied:
            subject.study(word, seconds=SECONDS, session=session)
        outputs = memory.free_recall(session).outputs
        said = {output.content for output in outputs}
        counts[0] += np.mean([word in said for word in studied[MIDDLE]])
        counts[1] += lure in said
        counts[2] += sum(output.position < 0 for output in outputs if output.content != lure) / (OWN * LENGTH)
        subject.distract()
        counts[3] += np.mean([memory.recognise(word, session_id=session).accepted for word in studied[MIDDLE]])
        counts[4] += memory.recognise(lure, session_id=session).accepted
        counts[5] += memory.recognise(unrelated, session_id=session).accepted
    shares: Array = counts / LISTS
    return shares


EFFECT = Effect(
    "false_memory", "False memory (DRM)", "Roediger & McDermott 1995", false_memory, 24,
    {"recalled_lure": ">= 0.3", "lure_from_middle": "<= 0.2", "p_lure_recalled": "<= 0.01",
     "p_lure_recognised": "<= 0.01"},
    Axes("", "share", ticks=("lure recalled", "studied: yes", "lure: yes", "unrelated: yes"), joined=False),
    {"recall.association": (0.0, 2.0), "recall.recognition_threshold": (-5.0, 5.0),
     "recall.recognition_noise": (0.05, 2.0)}, 4,
)  # fmt: skip
