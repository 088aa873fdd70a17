"""Stochastic retrieval: what comes to mind, how surely and how fast, as human memory does it; see docs/human-recall.md."""

from brain.memory.recall.human_recall import HumanRecall
from brain.memory.recall.results import CuedRecall, FreeRecall, Output, Recognition
from brain.memory.recall.traces import Encounter, Traces

__all__ = ["CuedRecall", "Encounter", "FreeRecall", "HumanRecall", "Output", "Recognition", "Traces"]
