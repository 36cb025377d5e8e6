"""Engines answer SPARQL; they know nothing of the web."""

from __future__ import annotations

from hallway.graph.engine.protocol import Answer, Dataset, Engine, Limits, Solutions, Term

__all__ = ["Answer", "Dataset", "Engine", "Limits", "Solutions", "Term"]
