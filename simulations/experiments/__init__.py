"""Experiments: a scenario run many times under varied conditions, and the table of what came of it.

An experiment file is TOML: `scenario` (the name of a built-in one, or a file beside this one), optionally `name`,
`title`, `why`, and

- `[factors]`: what varies. A factor is a setting of the brain, such as "retrieval.min_trust"; a section of settings,
  such as "decay", whose values are tables; or a parameter of the scenario. Its values are listed, or given as a range
  `{ from = 0.1, to = 0.9 }`, with `steps = 5` for a grid and `log = true` for even steps of the logarithm;
- `design`: "grid" for every combination; "list" for first values together, then the second ones, or for `[[point]]`
  tables that name each combination; "latin" for a Latin hypercube of `samples` combinations (extra `lab`);
- `replications` and `seed`: how often each cell is run, with seeds of their own that all follow from one;
  `paired = true` gives the first replications of all cells the same seed, and so on;
- `[config]` and `[parameters]`: what is the same in every run;
- `measures`: which figures are kept, as names or patterns with `*`, such as "belief@*"; the last values of the
  scenario's probes if there is none.
"""

from __future__ import annotations

from simulations.experiments._cell_figures import CellFigures, Figure
from simulations.experiments._shards import Row
from simulations.experiments.errors import EngineError
from simulations.experiments.experiment import Experiment, RunPlan
from simulations.experiments.files import builtin_experiments, experiment_from_file, load_experiment
from simulations.experiments.loading import load_results
from simulations.experiments.sweep import SweepResult, run_sweep

__all__ = [
    "CellFigures",
    "EngineError",
    "Experiment",
    "Figure",
    "Row",
    "RunPlan",
    "SweepResult",
    "builtin_experiments",
    "experiment_from_file",
    "load_experiment",
    "load_results",
    "run_sweep",
]
