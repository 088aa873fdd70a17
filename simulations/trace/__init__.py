"""Traces of finished runs: what was said, held, retrieved and believed, as frames, trees and diagrams."""

from __future__ import annotations

from simulations.trace.mermaid import mermaid
from simulations.trace.path import QuestionPath, Step, question_paths
from simulations.trace.perfetto import perfetto_events, write_perfetto
from simulations.trace.run_files import RunFiles
from simulations.trace.run_trace import RunTrace, load

__all__ = [
    "QuestionPath",
    "RunFiles",
    "RunTrace",
    "Step",
    "load",
    "mermaid",
    "perfetto_events",
    "question_paths",
    "write_perfetto",
]
