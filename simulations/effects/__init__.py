"""Human effects: experiments on the brain, compared with human figures; see docs/human-effects.md."""

from simulations.effects.effect import Axes, Effect, EffectResult, Outcome, Progress, Series
from simulations.effects.laboratory import standard_config
from simulations.effects.registry import all_effects, effects_named

__all__ = [
    "Axes",
    "Effect",
    "EffectResult",
    "Outcome",
    "Progress",
    "Series",
    "all_effects",
    "effects_named",
    "standard_config",
]
