"""What a person states in a turn is recognised, however they put it; plans, titles and pastes never are."""

from pathlib import Path

import pytest

from tests.shared.memory.transcript.stories import Story

ROWS = [
    (kind, text.replace("\\n", "\n"), claim)
    for line in Path(__file__).with_name("typed.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for kind, text, claim in [line.split("\t")]
]
THEIRS = [row for row in ROWS if row[0] == "theirs"]
NOT_THEIRS = [row for row in ROWS if row[0] != "theirs"]


def is_told(story: Story, text: str, claim: str) -> bool:
    story.file.unlink()
    story.typed(text)
    turn = story.observe(claim).turn
    return turn is not None and turn.same


def test_most_of_what_people_state_is_theirs(story: Story) -> None:
    missed = [text for _, text, claim in THEIRS if not is_told(story, text, claim)]
    print(f"{len(THEIRS) - len(missed)} of {len(THEIRS)}; missed:", *missed, sep="\n")
    assert len(THEIRS) >= 100
    assert 5 * len(missed) <= len(THEIRS)


@pytest.mark.parametrize("kind", sorted({kind for kind, _, _ in NOT_THEIRS}))
def test_nothing_else_is(story: Story, kind: str) -> None:
    rows = [(text, claim) for other, text, claim in NOT_THEIRS if other == kind]
    assert [row for row in rows if is_told(story, *row)] == []


def test_there_are_a_hundred_of_each() -> None:
    assert min(len(THEIRS), len(NOT_THEIRS)) >= 100
