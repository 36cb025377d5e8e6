"""What titles tell."""

from __future__ import annotations

import pytest

from hallway.graph.formats.common.wording import is_break, status_and_title


@pytest.mark.parametrize(
    "title",
    [
        "Lunch", "Lunch break", "Coffee (30 min)", "Tea and coffee", "Afternoon break",
        "Main Conference: morning tea", "Main Conference: room changeover", "Registration open",
        "Doors open", "Check in", "Mittagspause", "Kaffeepause", "Déjeuner", "Pause",
        "Accueil congressistes", "Conference dinner", "Day trip", "BREAKFAST!",
    ],
)  # fmt: skip
def test_a_title_of_such_words_alone_is_a_break(title: str) -> None:
    assert is_break(title)


@pytest.mark.parametrize(
    "title",
    [
        "Coffee, a history", "Breaking tea", "Lunch & Learn: Rust", "Breakfast with Kubernetes",
        "The registration of ships", "Open", "Welcome", "Main Conference: talk", "", "2026",
        "Dinner is the new lunch of champions",
    ],
)  # fmt: skip
def test_a_title_with_another_word_is_a_talk(title: str) -> None:
    assert not is_break(title)


def test_a_kind_may_say_that_it_is_a_break() -> None:
    assert is_break("With sponsors", "Lunch")
    assert not is_break("With sponsors", "lecture")


@pytest.mark.parametrize(
    ("printed", "status", "title"),
    [
        ("CANCELLED: Cranes", "cancelled", "Cranes"),
        ("[abgesagt] Cranes", "cancelled", "Cranes"),
        ("Canceled - Cranes", "cancelled", "Cranes"),
        ("*CANCELLED* Cranes", "cancelled", "Cranes"),
        ("Cranes (cancelled)", "cancelled", "Cranes"),
        ("Cranes [CANCELED]", "cancelled", "Cranes"),
        ("Annulé : Cranes", "cancelled", "Cranes"),
        ("[Verschoben] Cranes", "postponed", "Cranes"),
        ("Rescheduled: Cranes", "rescheduled", "Cranes"),
        ("Cancelled orders: a history", "confirmed", "Cancelled orders: a history"),
        ("CANCELLED Night shift", "cancelled", "Night shift"),
        ("CANCELLED ORDERS", "confirmed", "CANCELLED ORDERS"),
        ("Why we cancelled", "confirmed", "Why we cancelled"),
        ("Cancelled", "confirmed", "Cancelled"),
        ("[cancelled]", "confirmed", "[cancelled]"),
    ],
)
def test_a_mark_that_stands_alone_is_a_status(printed: str, status: str, title: str) -> None:
    assert status_and_title(printed) == (status, title)
