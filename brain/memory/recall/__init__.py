"""Stochastic retrieval: what comes to mind, how surely and how fast, as human memory does it; see docs/human-recall.md.

What is reckoned with arrays is imported where it is needed, `brain.memory.recall.human_recall`: a brain that is never
asked so starts without numpy.
"""

from brain.memory.recall.results import CuedRecall, FreeRecall, Output, Recognition
from brain.memory.recall.traces import Encounter, Traces

__all__ = ["CuedRecall", "Encounter", "FreeRecall", "Output", "Recognition", "Traces"]
