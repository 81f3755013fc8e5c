"""With how few keys is the queue worked through, and is nothing lost? Real memories, keys by a function."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scrubjay.cli.memories.drafts import Drafts
from scrubjay.cli.memories.review_screen import Screen
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.review.queue import ReviewQueue
from scrubjay.model.evidence import Verdict
from scrubjay.model.memory import MemoryStatus
from tests.shared.memory.conftest import Grounding, said, stored

THINGS = ("apple", "barrel", "crate", "drum", "engine", "fork", "gate", "hook", "iron", "jar")
COLOURS = ("amber", "blue", "cyan", "green", "red")


class Keys:
    """Presses what a test says, by what is asked; counts it."""

    def __init__(self, keys: str, otherwise: str = "y") -> None:
        self._keys: Iterator[str] = iter(keys)
        self._otherwise = otherwise
        self.pressed: list[str] = []

    def __call__(self, _question: str, keys: str) -> str:
        key = next(self._keys, self._otherwise)
        assert key in keys
        self.pressed.append(key)
        return key


def claims(memories: Memories, number: int) -> list[str]:
    texts = [f"The {thing} in the yard is painted {colour}." for thing in THINGS for colour in COLOURS][:number]
    return [stored(memories, text, author="ada") for text in texts]


@pytest.fixture
def drafts(tmp_path: Path) -> Drafts:
    """An editor that writes what the file `words` says, and ends as the file `code` says."""
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\ncd "$(dirname "$0")"\ncat words > "$1"\nexit $(cat code)\n', encoding="utf-8")
    editor.chmod(0o755)
    (tmp_path / "code").write_text("0", encoding="utf-8")
    return Drafts(tmp_path / "home", {"EDITOR": str(editor), "PATH": "/usr/bin:/bin"})


def screen(queue: ReviewQueue, keys: Callable[[str, str], str], drafts: Drafts) -> Screen:
    return Screen(queue, drafts, press=keys)


def test_fifty_claims_take_at_most_sixty_keys_and_none_is_lost(
    memories: Memories, queue: ReviewQueue, drafts: Drafts
) -> None:
    ids = claims(memories, 50)
    keys = Keys("yn" * 25)
    screen(queue, keys, drafts).run()
    assert len(keys.pressed) <= 60
    statuses = [memories.get(id).status for id in ids]
    assert (statuses.count(MemoryStatus.ACTIVE), statuses.count(MemoryStatus.RETRACTED)) == (25, 25)
    assert queue.count() == 0


def test_a_question_mark_says_what_each_key_does(
    memories: Memories, queue: ReviewQueue, drafts: Drafts, capsys: pytest.CaptureFixture[str]
) -> None:
    (id,) = claims(memories, 1)
    screen(queue, Keys("?y"), drafts).run()
    assert "n  reject it" in capsys.readouterr().out
    assert memories.get(id).status is MemoryStatus.ACTIVE


def test_ten_decisions_are_undone_and_decided_again(memories: Memories, queue: ReviewQueue, drafts: Drafts) -> None:
    ids = claims(memories, 12)
    screen(queue, Keys("y" * 10 + "u" * 10 + "n" * 12), drafts).run()
    assert {memories.get(id).status for id in ids} == {MemoryStatus.RETRACTED}
    assert said(memories) == []


def test_what_is_left_for_later_stays_held(memories: Memories, queue: ReviewQueue, drafts: Drafts) -> None:
    ids = claims(memories, 3)
    screen(queue, Keys("lyl"), drafts).run()
    assert sorted(memories.get(id).status for id in ids) == ["active", "held", "held"]


def test_a_group_is_approved_after_a_list_and_a_question_and_undone_as_one(
    memories: Memories, queue: ReviewQueue, drafts: Drafts
) -> None:
    same = [
        stored(memories, f"The sorter restarts every night at three in the {when}morning.", author="ada")
        for when in ("", "early ")
    ]
    other = stored(memories, "The sorter restarts every night at four in the morning.", author="ada")
    keys = Keys("", "q")
    order = [one.memory.id for one in queue.waiting()]
    screen(queue, Keys("ay" if order[0] in same else "lay", "q"), drafts).run()
    assert {memories.get(id).status for id in same} == {MemoryStatus.ACTIVE}
    assert memories.get(other).status is MemoryStatus.HELD
    assert set(queue.undo().ids) == set(same)
    screen(queue, keys, drafts).run()
    assert queue.count() == 3


def test_reworded_claims_count_in_the_new_words(
    memories: Memories, queue: ReviewQueue, drafts: Drafts, tmp_path: Path
) -> None:
    claims(memories, 1)
    (tmp_path / "words").write_text("The apple in the yard is painted white.", encoding="utf-8")
    screen(queue, Keys("e"), drafts).run()
    assert said(memories) == ["The apple in the yard is painted white."]
    assert list((tmp_path / "home/drafts").iterdir()) == []


@pytest.mark.parametrize(("words", "code"), [("x" * 10_001, "0"), ("Half a", "3")], ids=["too long", "editor failed"])
def test_an_edit_that_cant_be_taken_stays_as_a_draft_and_review_goes_on(
    memories: Memories, queue: ReviewQueue, drafts: Drafts, tmp_path: Path, words: str, code: str
) -> None:
    ids = claims(memories, 2)
    (tmp_path / "words").write_text(words, encoding="utf-8")
    (tmp_path / "code").write_text(code, encoding="utf-8")
    keys = Keys("eynyy")
    screen(queue, keys, drafts).run()
    assert keys.pressed == list("eynyy"), "opened again once, then left; both claims are decided afterwards"
    assert {memories.get(id).status for id in ids} == {MemoryStatus.ACTIVE}
    (draft,) = (tmp_path / "home/drafts").iterdir()
    assert draft.read_text(encoding="utf-8") == words


def test_a_preference_that_an_agent_reported_is_decided_like_a_claim(
    make_memories: Callable[..., Memories], grounding: Grounding, drafts: Drafts
) -> None:
    grounding.verdict = Verdict.STORED
    memories = make_memories("p1")
    queue = ReviewQueue(memories, "ada")
    preferences = [f"I prefer {what} over spaces." for what in ("tabs", "dots")]
    ids = [stored(memories, text, scope="user", kind="preference", author="ada") for text in preferences]
    keys = Keys("yn", "q")
    screen(queue, keys, drafts).run()
    assert keys.pressed == ["y", "n"]
    assert sorted(memories.get(id).status for id in ids) == [MemoryStatus.ACTIVE, MemoryStatus.RETRACTED]
    assert queue.count() == 0
