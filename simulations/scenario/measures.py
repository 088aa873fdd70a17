"""What a probe can measure."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MEASURES", "Measure"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A kind of figure.

    Attributes:
        what: what it says, a line.
        about: what its `of` names: '' for nothing, 'concept', 'source', 'answer', 'list' or 'cues'.

    """

    what: str
    about: str = ""


MEASURES = {
    "working": Measure("items in mind"),
    "protected": Measure("items in mind that are protected from displacement"),
    "limit": Measure("how many unprotected items RAM allows in mind"),
    "episodes": Measure("episodes kept"),
    "facts": Measure("concepts of which something is held to be true"),
    "believed": Measure("facts believed enough to be retrieved"),
    "sources": Measure("sources known"),
    "trusted": Measure("sources trusted enough to be heard"),
    "procedures": Measure("skills"),
    "transferred": Measure("items that consolidation has moved into episodes so far"),
    "learnt": Measure("facts that consolidation has learnt so far"),
    "consolidations": Measure("consolidation cycles so far"),
    "decays": Measure("decay cycles so far"),
    "episodes_forgotten": Measure("episodes displaced so far"),
    "facts_forgotten": Measure("facts displaced so far"),
    "confidence": Measure("how far a concept's fact is believed, 0-1; 0 if unknown", "concept"),
    "known": Measure("1 if a concept is known, else 0", "concept"),
    "disputed": Measure("1 if rival statements of a concept stand against each other, else 0", "concept"),
    "former": Measure("statements about a concept that do not lead", "concept"),
    "trust": Measure("how far a source is trusted, 0-1; as a stranger if unknown", "source"),
    "answer": Measure("1 if the labelled answer contains a text, else 0", "answer"),
    "answer_confidence": Measure("how sure the labelled answer was, 0-1", "answer"),
    "contradictions": Measure("contradictions in the evidence of the labelled answer", "answer"),
    "in_mind": Measure("share of a list's items that are in mind", "list"),
    "kept": Measure("share of a list's items that episodes keep", "list"),
    "recall": Measure("share of a list's items that a cue, or its first item, brings to mind with its context", "list"),
    "free_recall": Measure("share of a list's items that come to mind freely, chance included", "list"),
    "cued_recall": Measure("share of a list's cues that bring its item to mind, chance included", "list"),
    "recognition": Measure("share of a list's items that seem familiar, chance included", "list"),
    "list_confidence": Measure("mean confidence of the concepts of a list of facts, 0-1", "list"),
    "hit_rate": Measure("share of cues that bring their text to mind among the `top` pieces retrieved", "cues"),
}
"""Every measure by name."""
