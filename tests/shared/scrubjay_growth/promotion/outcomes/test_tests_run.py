"""How did the tests of a session end? By the last result of each test command, where it is known."""

import pytest

from scrubjay.memory.transcript.session import UNRECORDED, Call, Does, RecordedSession, SessionEvent, ToolResult
from scrubjay_growth.promotion.facts import Commits, SessionEvidence, ended_well
from scrubjay_growth.promotion.outcomes.store import cited_ids, last_tests, named_ids

COMMANDS = ("pytest", "npm test", "./gradlew test")


def session(*runs: tuple[str, str]) -> RecordedSession:
    events = []
    for number, (command, status) in enumerate(runs):
        id = str(number)
        call = Call(id=id, tool="Bash", does=Does.RUNS, inputs=command, command=command)
        events += [SessionEvent(id, call), SessionEvent(id, ToolResult(id, "", status))]
    return RecordedSession("s", tuple(events))


@pytest.mark.parametrize(
    ("runs", "ended"),
    [
        ([("pytest -q", "1"), ("pytest -q tests/a", "0")], "passed"),
        ([("pytest -q", "0"), ("pytest -q", "1")], "failed"),
        ([("cd src && .venv/bin/pytest", "2")], "failed"),
        ([("CI=1 pytest && npm test", "0")], "passed"),
        ([("pytest", "0"), ("npm test", "1")], "failed"),
        ([("pytest | tail -3", "0")], ""),  # the status is tail's
        ([("pytest", "0"), ("pytest | tail -3", "0")], ""),
        ([("make build && pytest", "2")], ""),  # which of both failed?
        ([("pytest", UNRECORDED)], ""),
        ([("npm install", "0"), ("echo pytest", "0"), ("gradlew test", "0")], ""),
        ([("./gradlew test --info", "0")], "passed"),
        ([], ""),
    ],
)
def test_the_last_result_of_each_test_command_counts(runs: list[tuple[str, str]], ended: str) -> None:
    assert last_tests(session(*runs), COMMANDS) == ended


@pytest.mark.parametrize(
    ("evidence", "well"),
    [
        (SessionEvidence(session="s"), None),
        (SessionEvidence(session="s", commits=Commits.REACHED), None),  # only success could be seen
        (SessionEvidence(session="s", reported="badly", readable=True, tests="passed"), False),
        (SessionEvidence(session="s", reported="well"), True),
        (SessionEvidence(session="s", readable=True), None),
        (SessionEvidence(session="s", readable=True, tests="passed"), True),
        (SessionEvidence(session="s", readable=True, tests="failed"), False),
        (SessionEvidence(session="s", readable=True, tests="failed", commits=Commits.REACHED), True),
        (SessionEvidence(session="s", readable=True, commits=Commits.OPEN), None),
        (SessionEvidence(session="s", readable=True, commits=Commits.LEFT), False),
        (SessionEvidence(session="s", readable=True, handed_over=True), True),
    ],
)
def test_a_session_ended_well_by_what_is_known_of_it(evidence: SessionEvidence, well: bool | None) -> None:
    assert ended_well(evidence) is well


def test_a_memory_is_cited_by_its_id_and_no_other_number() -> None:
    ids = ("0a1b2c3d" + "4" * 24, "ffffffff" + "0" * 24)
    recorded = session((f"git commit -m 'As {ids[0][:8]} says' && echo {ids[1][:8]}1", "0"))
    assert cited_ids(named_ids(recorded), ids) == (ids[0],)
