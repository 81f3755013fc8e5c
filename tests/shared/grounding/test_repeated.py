"""What a tool's answer repeats of a discussion is its author's word at the forge, whichever program printed it."""

from collections.abc import Callable
from typing import Any

import pytest
from scrubjay.grounding.repeated import repeats, runs

from scrubjay.app import Workspace
from scrubjay.memories import RememberRequest
from scrubjay.model.evidence import Observation, ObservationKind, Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Stored
from tests.shared.discussions.conftest import at, comment, head, part, put, store

__all__ = ["at", "put", "store"]

SAID = "Lists are cut after 9 entries."
CLAIM = "Lists are cut after 9 entries"
OUTSIDE = {"author": "mallory", "member": False}


def remembered(at: Workspace, command: str, quote: str = SAID, **more: Any) -> tuple[Grade | None, str]:
    """The grade of what a session saw a program print, and what the checks failed with."""
    seen = Observation(
        how=ObservationKind.SHOWN, session="s1", tool="Bash", command=command, status="0", words=quote,
        at="2026-03-01T11:00:00Z",
    )  # fmt: skip
    request = RememberRequest(content=CLAIM, author="a", origin=Origin.AGENT, quote=quote, observation=seen, **more)
    outcome = at.memories.service.remember(request)
    assert isinstance(outcome, Stored), outcome
    return outcome.result.grade, "; ".join(outcome.result.checks_failed)


@pytest.mark.parametrize("command", ["tea issues 30", "jq -r .[0].body issues.json", "zcat issues.json.gz", "berg 30"])
def test_an_outsider_s_unanswered_words_are_unconfirmed_whichever_program_printed_them(
    at: Workspace, put: Callable[..., Any], command: str
) -> None:
    put(
        head(30, "The decision"),
        part(30, text=f"Hello.\n\n> **Lists** are cut\n> after 9 entries.\n<!-- {SAID} -->", **OUTSIDE),
    )
    grade, why = remembered(at, command)
    assert grade is Grade.UNCONFIRMED
    assert "said by mallory, who can't write to the repository, and no member answered; at the forge in #30" in why


def test_a_member_s_words_are_cited_and_so_are_an_outsider_s_that_a_member_answered(
    at: Workspace, put: Callable[..., Any]
) -> None:
    put(head(30), part(30, text=SAID, **OUTSIDE), head(31), part(31, text=SAID))
    assert remembered(at, "tea issues 31")[0] is Grade.CITED
    put(head(31), comment(30, 1, "Yes.", created_at="2026-02-20T10:00:00Z"), gone=(31,))
    assert remembered(at, "tea issues 30", scope="user")[0] is Grade.CITED


def test_a_member_s_words_nearby_do_not_carry_an_outsider_s(at: Workspace, put: Callable[..., Any]) -> None:
    near = comment(30, 1, "Lists are cut after 50 entries.", created_at="2026-01-01T10:00:00Z")
    put(head(30), part(30, text=SAID, **OUTSIDE), near)
    assert remembered(at, "jq . issues.json", f"Lists are cut. {SAID}")[0] is Grade.UNCONFIRMED


def test_a_title_is_somebody_s_word_as_well(at: Workspace, put: Callable[..., Any]) -> None:
    put(head(30, SAID, author="mallory"), part(30, text="See above.", **OUTSIDE))
    assert remembered(at, "tea issues")[0] is Grade.UNCONFIRMED


def test_other_words_stay_observed_and_so_does_all_where_nothing_is_kept(
    at: Workspace, put: Callable[..., Any]
) -> None:
    put(head(30), part(30, text="Lists are cut after 50 entries. Nine entries are few.", **OUTSIDE))
    assert remembered(at, "cat lists.txt")[0] is Grade.OBSERVED


@pytest.mark.parametrize(
    ("quote", "text", "repeated"),
    [
        ("exit code 3", "It ends with exit code 3 here.", True),
        ("code 3", "It ends with exit code 3 here.", False),
        ("one two three four five six", "zero two three four five six seven", True),
        ("one two three four five six", "one two three. Four or five, six", False),
        ("ONE Two-three, four five", "one two three four five", True),
        ("", "anything", False),
    ],
)
def test_five_words_in_a_row_are_repeated_or_all_of_fewer(quote: str, text: str, repeated: bool) -> None:
    assert bool(repeats(runs(quote), text)) is repeated
