"""A short run for the tests of traces and reports: every kind of event, and texts that try to break out."""

from __future__ import annotations

from pathlib import Path

from simulations.runner import run_scenario
from simulations.scenario import load_scenario

__all__ = ["HOSTILE", "RTL", "STORY", "run_story"]

HOSTILE = "<script>alert('x')</script> & \"quotes\" --> ]]> <!-- end; %% ```"
RTL = "نورون خلية عصبية \u202eлатсирк 🧠"

STORY = f"""
name = "story"
title = "<b>a story</b> & more"
why = "tells of everything"

[[step]]
perceive = "Нейрон — это клетка нервной системы."
source_ref = "docs/нейро.pdf#p1"
importance = 0.85
session_id = "s"

[[step]]
perceive = '''{HOSTILE}'''
source_ref = "<i>web</i>.example.com/a?b=1&c=2"
importance = 0.6
session_id = "s"

[[step]]
perceive = "{RTL}"
source_ref = "user_input"
importance = 0.5

[[step]]
perceive = "An axon is a part of a neuron."
source_ref = "user_input"
importance = 0.7

[[step]]
perceive = "мелочь"
importance = 0.1

[[step]]
perceive = "Нейрон — это мышца."
source_ref = "http://strange.example.com/n.html"
importance = 0.5

[[step]]
probe = "believed"
every = "1h"

[[step]]
wait = "1m"

[[step]]
ask = "Что такое нейрон?"
label = "first <label>"

[[step]]
confirm = "Нейрон"
source = "docs/нейро.pdf"

[[step]]
deny = "axon"
source = "user_input"

[[step]]
pressure = 90

[[step]]
wait = "2h"

[[step]]
generate = "words"
label = "words"
n = 30
language = "ru"
importance = 0.35

[[step]]
wait = "1m"

[[step]]
crash = true
down = "10m"

[[step]]
probe = "episodes"

[[step]]
wait = "3h"

[[step]]
ask = "What is an axon?"
label = "second"

[[step]]
ask = '''What about {HOSTILE}?'''

[[step]]
expect = "first <label>"
contains = "клетка"

[[step]]
expect = "episodes"
at_least = 1000
"""


def run_story(out: Path, *, seed: int = 5, runtime: str = "deterministic") -> Path:
    """Run the story into `out` and return it."""
    out.parent.mkdir(parents=True, exist_ok=True)
    file = out.parent / "story.toml"
    file.write_text(STORY, encoding="utf-8")
    run_scenario(load_scenario(str(file)), seed=seed, out=out, runtime=runtime)  # type: ignore[arg-type]
    return out
