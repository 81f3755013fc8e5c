"""What a row of handoffs must hold, as a repair applies it."""

import pytest

from scrubjay.operations.doctor.sound import mended, rules_of
from scrubjay.storage.driver import connect
from scrubjay.storage.migrate import migrate

NOW = "2026-03-01T12:00:00Z"
TABLES = ("handoff", "handoff_lease", "handoff_note", "handoff_time")


@pytest.mark.parametrize(
    ("table", "name", "found", "instead"),
    [
        ("handoff", "state", "ACCEPTEC", "CANCELLED"),  # nobody takes a work twice by damage
        ("handoff", "created_at", "soon", NOW),
        ("handoff_lease", "result", "{", ""),
        ("handoff_note", "result", None, "{}"),
        ("handoff_time", "ticks", -1, 0),
    ],
)
def test_a_repair_takes_the_careful_value(table: str, name: str, found: object, instead: object) -> None:
    assert mended(table, {name: found}, NOW)[name] == instead  # type: ignore[dict-item]


@pytest.mark.parametrize("table", TABLES)
def test_each_rule_is_one_of_a_column_and_what_takes_a_values_place_can_be_used(table: str) -> None:
    connection = connect(":memory:")
    migrate(connection, "session", ":memory:")
    columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
    rules = rules_of(table)
    assert set(rules) <= columns
    assert all(rule.fits(rule.instead(NOW)) for rule in rules.values())
    connection.close()
