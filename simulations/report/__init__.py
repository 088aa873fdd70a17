"""`report.html`: a run told in one self-contained page, written with nothing but the core libraries."""

from __future__ import annotations

from simulations.report.page import write_report

__all__ = ["write_report"]
