"""What is taken as a handoff's result, and what is refused before anything is written."""

import pytest

from scrubjay.errors import UsageError
from scrubjay_agents.handoffs.handoff import HandoffResult
from scrubjay_agents.handoffs.parse import STATUSES, parse_result


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "result is empty"),
        ({"status": "finito"}, "done, partial or failed"),
        ({"status": 3}, "status must be a text"),
        ({"files_modified": "x"}, "files_modified must be a list"),
        ({"learned": "x"}, "learned must be a list"),
        ({"learned": [1]}, "learned must be a list"),
        ({"notes": ["x"]}, "notes must be a text"),
        ({"result": "x"}, "no member 'result'"),
    ],
)
def test_a_result_that_says_nothing_or_something_else_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        parse_result(given)


@pytest.mark.parametrize("status", STATUSES)
def test_a_result_is_taken_as_it_is(status: str) -> None:
    given = {"status": status, "files_modified": ["a"], "notes": "n", "learned": ["l"]}
    assert parse_result(given) == (HandoffResult(status=status, files_modified=("a",), notes="n"), ("l",))
    assert parse_result({"notes": "n"}) == (HandoffResult(notes="n"), ())
