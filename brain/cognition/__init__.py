"""Thought: goals, judgement of evidence, wording of answers."""

from brain.cognition.core import CognitiveCore, CognitiveResult
from brain.cognition.goals import Goal, Planner, goal_of
from brain.cognition.judgement import OWN_SOURCE, Judgement, judge

__all__ = [
    "OWN_SOURCE",
    "CognitiveCore",
    "CognitiveResult",
    "Goal",
    "Judgement",
    "Planner",
    "goal_of",
    "judge",
]
