"""What a save's `handoff` leaves: what it says itself, and the save's words for the rest."""

import pytest

from scrubjay.errors import UsageError
from scrubjay.session.tasks.task import SessionSave
from scrubjay_agents.handoffs.parse import SECONDS, LeftHandoff, parse_context, parse_leaving

SAVE = SessionSave(
    summary="Measured.", completed=("a",), in_progress="b", blockers=("c",), next_steps=("d", "e"), dead_ends=("f",)
)
STANDS = {"completed": ("a",), "in_progress": "b", "blocked_on": ("c",), "next_steps": ("d", "e")}


def test_what_is_not_said_is_the_summary_and_the_state_of_the_save() -> None:
    left = parse_leaving({"target_id": "any:codex"}, SAVE)
    assert left == LeftHandoff("any:codex", {"task_description": "Measured.", "current_state": STANDS}, SECONDS)
    parsed = parse_context(left.context)
    assert parsed.current_state.in_progress == ("b",)
    assert parsed.current_state.next_steps == ("d", "e")
    assert parse_leaving({}, SessionSave(summary="x")).context == {"task_description": "x", "current_state": {}}


def test_what_is_said_comes_first() -> None:
    context = {"task_description": "Mine", "current_state": {"next_steps": ["z"]}, "relevant_files": ["a.py"]}
    given = {"target_id": "branch", "context": context, "ttl_seconds": 60, "source_id": "1"}
    assert parse_leaving(given, SAVE) == LeftHandoff("branch", context, 60, "1")


@pytest.mark.parametrize(
    "given", [{"to": "x"}, {"context": "x"}, {"ttl_seconds": "1"}, {"ttl_seconds": True}, {"target_id": 1}]
)
def test_what_does_not_fit_is_refused_with_its_name(given: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=rf"handoff.*{next(iter(given))}"):
        parse_leaving(given, SAVE)
