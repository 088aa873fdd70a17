"""The `brain` command: a thin skin on the library."""

from simulations.cli.app import main

__all__ = ["main"]
