"""However a reading is cut, repeated or shuffled, each text is there once, newest, and what is gone left no byte."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.app import Workspace
from scrubjay.model.discussion import DiscussionRef
from scrubjay_forges.discussions.said import Keeping
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.values import DiscussionPart
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, comment, head, part

Put = Callable[..., Any]
ONE = DiscussionRef(REPOSITORY, 1)


class Killed(Exception):
    """The process ends here."""


class Dying:
    """A counter of tokens that ends its process at a call."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def count(self, texts: Sequence[str]) -> list[int]:
        self.left -= 1
        if self.left < 0:
            raise Killed
        return [len(text.split()) for text in texts]


@pytest.mark.parametrize("calls", range(6))
def test_a_reading_that_is_killed_while_it_indexes_is_completed(
    at: Workspace, store: DiscussionStore, calls: int, clock: Any
) -> None:
    dying = DiscussionStore(store.database, chunker="c", counter=Dying(calls), clock=clock, keeping=Keeping())
    sound = DiscussionStore(store.database, chunker="c", counter=Dying(1000), clock=clock, keeping=Keeping())
    with pytest.raises(Killed):
        dying.put(REPOSITORY, batch(head(), part(), *(comment(id=number) for number in range(9))), position='{"p":1}')
    assert store.position(REPOSITORY) == '{"p":1}'
    sound.catch_up()
    sound.put(REPOSITORY, batch(head(), part(), *(comment(id=number) for number in range(9))))
    rows = store.database.read(lambda c: c.execute("SELECT count(*) FROM content").fetchone()[0])
    assert (len(store.parts(ONE)), rows, store.repositories()[0].unindexed) == (10, 10, 0)


def in_files(folder: Path, word: str) -> list[str]:
    return [file.name for file in folder.rglob("*") if file.is_file() and word.encode() in file.read_bytes()]


@pytest.mark.parametrize("way", ["gone", "gone part", "edited"])
def test_what_is_deleted_or_edited_away_is_in_no_file(at: Workspace, put: Put, way: str) -> None:
    word = "quendri" + "fant"
    put(head(), part(), comment(text=f"It is the {word} again."), head(2), part(2))
    assert in_files(at.project.folder, word)
    match way:
        case "gone":
            put(gone=(1,))
        case "gone part":
            put(gone_parts=("comment/1",))
        case _:
            put(comment(text="It is nothing.", updated_at="2026-02-01T00:00:00Z"))
    assert in_files(at.project.folder, word) == []


VERSIONS = st.permutations([(number, version) for number in (1, 2) for version in (1, 2, 3)])


@given(order=VERSIONS, again=VERSIONS)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_newest_state_stays_in_whatever_order_it_comes(
    store: DiscussionStore, order: list[tuple[int, int]], again: list[tuple[int, int]]
) -> None:
    for number, version in (*order, *again[:3]):
        at = f"2026-02-0{version}T00:00:00Z"
        store.put(
            REPOSITORY,
            batch(
                head(number, f"Title {version}", updated_at=at),
                part(number, text=f"Body {version}", updated_at=at),
                comment(number, number, f"Comment {version}", updated_at=at),
            ),
        )
    for number in (1, 2):
        ref = DiscussionRef(REPOSITORY, number)
        found = store.head(ref)
        assert found is not None
        assert found.title == "Title 3"
        assert [one.text for one in store.parts(ref)] == ["Body 3", "Comment 3"]
    titles = store.database.read(lambda c: [row[0] for row in c.execute("SELECT title FROM content")])
    assert titles == ["Title 3"] * 4
    store.put(REPOSITORY, batch(gone=(1, 2)))


def test_a_text_without_an_id_gives_way_to_the_same_with_one(store: DiscussionStore, put: Put) -> None:
    nameless = part(1, "comment/1@2026-01-05T10:00:00Z ann", "Yes.", role="comment", created_at="2026-01-05T10:00:00Z")
    put(head(), part(), nameless)
    put(comment(1, 991, "Yes.", created_at="2026-01-05T10:00:00Z"))
    assert [one.key for one in store.parts(ONE)] == ["opening/1", "comment/991"]
    put(nameless)
    assert [one.key for one in store.parts(ONE)] == ["opening/1", "comment/991"]


def test_a_text_that_its_discussion_numbers_gives_way_to_the_forge_s_own_and_so_does_its_thread(
    store: DiscussionStore, put: Put
) -> None:
    def line(key: str, text: str, **more: Any) -> DiscussionPart:
        return part(1, key, text, role="line_comment", path="belt.py", line=3, **more)

    at = "2026-01-05T10:00:00Z"
    first, answer = line("line/1/77", "Why?", created_at=at), line("line/1/78", "So.", reply_to="line/1/77")
    put(head(), part(), first, answer)
    put(line("line/77", "Why, please?", created_at=at, updated_at="2026-01-06T10:00:00Z"))
    put(first, answer)
    assert [(one.key, one.text, one.reply_to) for one in store.parts(ONE)[1:]] == [
        ("line/1/78", "So.", "line/77"), ("line/77", "Why, please?", ""),
    ]  # fmt: skip


def test_what_the_forge_has_no_longer_is_not_brought_back_by_a_file_from_before(
    store: DiscussionStore, put: Put
) -> None:
    put(head(1), part(1), comment(1, 5), head(2), part(2), comment(2, 6))
    put(gone=(2,), gone_parts=("comment/5",))
    old = (head(1), part(1), comment(1, 5), part(1, "comment/1/5", "Yes.", role="comment"), head(2), part(2))
    put(*old, comment(2, 6), file_at="2026-02-01T00:00:00Z")
    assert [one.key for one in store.parts(ONE)] == ["opening/1"]
    assert store.head(DiscussionRef(REPOSITORY, 2)) is None
    put(comment(1, 5), head(2), part(2))
    assert [one.key for one in store.parts(ONE)] == ["opening/1", "comment/5"]
    put(comment(2, 6), file_at="2026-02-01T00:00:00Z")
    assert [one.key for one in store.parts(DiscussionRef(REPOSITORY, 2))] == ["opening/2", "comment/6"]


@pytest.mark.parametrize("verdict", ["approved", "changes requested", "dismissed", "told by ann; verified"])
def test_a_verdict_is_one_of_three(store: DiscussionStore, put: Put, verdict: str) -> None:
    put(head(), part(), part(1, "review/9", "", role="review", verdict=verdict))
    assert store.parts(ONE)[1].verdict == ("" if ";" in verdict else verdict)
