"""Checks that a graph holds to the shapes, and to what no shape can say."""

from hallway.graph.checking.dataset import check
from hallway.graph.checking.report import Finding, Report

__all__ = ["Finding", "Report", "check"]
