"""An agent wrote in its sessions, and a session by its sub-agents."""

import pytest

from scrubjay.memory.quarantine.quarantines import names_of

RUNS = {"a1": frozenset({"s1", "s2"}), "a2": frozenset({"s3"})}
SESSIONS = ("s1", "s1/x", "s2", "s3", "s3/y", "s11")


@pytest.mark.parametrize(
    ("who", "names"),
    [
        ("ada", {"ada"}),
        ("s1", {"s1", "s1/x"}),
        ("s1/x", {"s1/x"}),
        ("a1", {"a1", "s1", "s1/x", "s2"}),
        ("s11", {"s11"}),
    ],
)
def test_whose_names_they_are(who: str, names: set[str]) -> None:
    assert names_of(who, RUNS, SESSIONS) == names
