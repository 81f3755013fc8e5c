"""What a message takes back, and what holds after it."""

import pytest

from scrubjay.git.message import reverted_commits

A, B, C = (letter * 40 for letter in "abc")


def says(sha: str) -> str:
    return f'Revert "Use PostgreSQL"\n\nThis reverts commit {sha}.\n'


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([(B, says(A)), (A, "Use PostgreSQL")], {A: B}),
        ([(C, says(B)), (B, says(A)), (A, "Use PostgreSQL")], {B: C}),  # the revert was reverted: A holds again
        ([(C, says(A)), (B, says(A))], {A: C}),  # reverted, brought back by hand, reverted again
        ([(B, f"This reverts commit {A}, reversing\nchanges made to {C}.")], {A: B}),  # a merge
        ([(B, says(A[:10]))], {A: B}),
        ([(B, says("d" * 40))], {}),  # a commit that isn't there
        ([(B, f"Explain why {A} is not reverted. Nobody says: This reverts commit {A}.")], {}),  # within a line
        ([(B, says(B))], {}),
    ],
)
def test_a_message_takes_back_what_it_names(messages: list[tuple[str, str]], expected: dict[str, str]) -> None:
    assert reverted_commits(messages, [A, B, C]) == expected


def test_a_shortened_id_of_two_commits_names_neither() -> None:
    assert reverted_commits([(B, says("aaaaaaa"))], ["a" * 40, "a" * 8 + "b" * 32, B]) == {}
