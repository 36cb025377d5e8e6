"""Numbers and times as literals of RDF."""

from __future__ import annotations

from datetime import datetime

from pyoxigraph import Literal

from hallway.graph.programme import Moment
from hallway.graph.vocabulary import XSD

__all__ = ["integer", "moment"]


def integer(number: int) -> Literal:
    """Write a whole number as an xsd:integer."""
    return Literal(str(number), datatype=XSD.integer)


def moment(value: Moment) -> Literal:
    """Write a date, or a date-time with the offset that the source gave and no other."""
    if not isinstance(value, datetime):
        return Literal(value.isoformat(), datatype=XSD.date)
    text = value.isoformat(timespec="seconds" if not value.microsecond else "microseconds")
    return Literal(text.replace("+00:00", "Z"), datatype=XSD.dateTime)
