"""What a row must hold: a value that can't be is replaced by the careful one, everything else stays as it is."""

import pytest

from scrubjay.memory.store.rows import digest
from scrubjay.operations.doctor.sound import RULES, mended

NOW = "2026-03-01T12:00:00Z"


@pytest.mark.parametrize(
    ("table", "name", "found", "instead"),
    [
        ("memory", "kind", "fbct", "fact"),
        ("memory", "origin", "persom", "agent"),
        ("memory", "recorded_at", "2026-03-01T12:00", NOW),
        ("belief", "status", "actjve", "held"),  # waits for its owner: never approved by damage
        ("evidence", "act", "typed at a termin", ""),  # nobody is told anything by damage
        ("evidence", "earned", 7, 3),
        ("evidence", "earned", "0", 3),
        ("evidence", "observation", "{", ""),
        ("belief", "valid_until", "never", ""),
        ("evidence", "passed", '["a"', "[]"),
        ("evidence", "metadata", "[]", "{}"),
        ("citation", "whole", 7, 0),  # nothing is quoted by damage
        ("audit_ends", "one", None, 1),  # the row that every write reads: without it nothing is written any more
        ("audit_ends", "one", 257, 1),
        ("audit_ends", "last", -1, 0),
        ("task", "details", None, "{}"),
        ("session_point", "seen", "{", ""),
    ],
)
def test_a_value_that_can_not_be_is_replaced(table: str, name: str, found: object, instead: object) -> None:
    assert mended(table, {name: found}, NOW)[name] == instead  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("memory", {"id": "0" * 32, "kind": "decision", "origin": "script", "commit_sha": "", "recorded_at": NOW}),
        ("memory", {"content": "Vans leave.", "digest": digest("Vans leave.")}),
        ("memory", {"content": "", "digest": ""}),  # forgotten
        ("belief", {"valid_until": "", "retracted_at": "", "status": "archived"}),
        ("evidence", {"similarity": -0.25, "earned": 0, "turn": "", "metadata": '{"a": 1}', "failed": "[]"}),
        ("no table of ours", {"anything": b"\x00"}),
    ],
)
def test_a_row_that_can_be_used_stays_as_it_is(table: str, row: dict[str, object]) -> None:
    assert mended(table, row, NOW) is row  # type: ignore[arg-type]


def test_a_memory_whose_words_were_damaged_gets_the_digest_of_what_they_are_now() -> None:
    assert mended("memory", {"content": "Vbns leave.", "digest": digest("Vans leave.")}, NOW)["digest"] == digest(
        "Vbns leave."
    )


def test_what_takes_a_values_place_can_be_used() -> None:
    for rules in RULES.values():
        for rule in rules.values():
            assert rule.fits(rule.instead(NOW))
