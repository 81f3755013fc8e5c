"""How fresh is a discussion that a file brought? As of the newest that has it; a part says nothing of the rest."""

from scrubjay.model.discussion import DiscussionRef
from scrubjay_forges.discussions.store import DiscussionStore
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, head, part
from tests.shared.scrubjay_forges.forges.offline.test_bring import Write, archive, bring, issue, printed, pull, said

__all__ = ["archive", "printed"]


def fresh(store: DiscussionStore, *numbers: int) -> list[str]:
    """As of when some issues are."""
    heads = (store.head(DiscussionRef(REPOSITORY, number)) for number in numbers)
    return [head.fresh if head else "" for head in heads]


FIRST, SECOND = "as of 2026-01-04 10:00", "as of 2026-02-09 08:00"
LATER = "2026-02-09T08:00:00Z"


def test_a_part_makes_nothing_else_look_fresher(store: DiscussionStore, archive: Write, printed: Write) -> None:
    bring(store, archive(1, issue(1), issue(2)))
    assert fresh(store, 1, 2) == ["as of 2026-02-01 00:00"] * 2
    bring(store, printed(9, issue(2, updatedAt=LATER), issue(3)))
    assert fresh(store, 1, 2, 3) == ["as of 2026-02-01 00:00", SECOND, SECOND]
    (kept,) = store.repositories()
    assert (kept.as_of, kept.fresh) == ("2026-02-01 00:00", "as of 2026-02-01 00:00, some as of 2026-02-09 08:00")
    bring(store, archive(10, issue(1), issue(2), issue(3)))
    assert {*fresh(store, 1, 2, 3), store.repositories()[0].fresh} == {"as of 2026-02-10 00:00"}


def test_parts_alone_say_of_each_how_fresh_it_is(store: DiscussionStore, printed: Write) -> None:
    bring(store, printed(1, issue(1)))
    assert (fresh(store, 1), store.repositories()[0].fresh) == ([FIRST], FIRST)
    bring(store, printed(9, issue(2, updatedAt=LATER)))
    assert fresh(store, 1, 2) == [FIRST, SECOND]
    assert store.repositories()[0].fresh == f"{FIRST}, some {SECOND}"


def test_an_older_file_makes_nothing_less_fresh(store: DiscussionStore, printed: Write) -> None:
    bring(store, printed(9, issue(1, updatedAt=LATER)))
    bring(store, printed(1, issue(1)))
    assert fresh(store, 1) == [SECOND]


def test_files_that_are_complete_are_as_fresh_as_the_oldest(store: DiscussionStore, printed: Write) -> None:
    bring(store, printed(1, issue(1)), printed(9, pull(2, updatedAt=LATER)), complete=True)
    (kept,) = store.repositories()
    assert (fresh(store, 1, 2), kept.as_of) == ([FIRST, SECOND], "2026-01-04 10:00")


def test_what_is_damaged_completes_nothing(store: DiscussionStore, archive: Write) -> None:
    bring(store, archive(1, issue(1)))
    bring(store, archive(9, issue(2) | {"number": "x"}))
    assert fresh(store, 1) == ["as of 2026-02-01 00:00"]


def test_a_reading_of_the_forge_says_it_of_all(store: DiscussionStore, printed: Write) -> None:
    bring(store, printed(1, issue(1)))
    store.put(REPOSITORY, batch(head(5), part(5)))
    assert store.repositories()[0].fresh == f"not read to its end yet, some {FIRST}"
    store.put(REPOSITORY, batch(), synced_at="2026-02-20T00:00:00Z")
    assert {*fresh(store, 1, 5), store.repositories()[0].fresh} == {"as of 2026-02-20 00:00"}


def test_all_of_one_kind_says_nothing_of_the_other(store: DiscussionStore, archive: Write, printed: Write) -> None:
    bring(store, archive(1, issue(1), pull(2)))
    bring(store, printed(9, issue(1, updatedAt=LATER)), complete=True)
    assert fresh(store, 1, 2) == [SECOND, "as of 2026-02-01 00:00"]


def test_what_an_older_file_brings_later_is_as_of_that_file(store: DiscussionStore, archive: Write) -> None:
    bring(store, archive(9, issue(1)))
    bring(store, archive(1, issue(1), issue(2)))
    assert fresh(store, 1, 2) == ["as of 2026-02-09 00:00", "as of 2026-02-01 00:00"]


def test_an_empty_archive_makes_nothing_fresher(store: DiscussionStore, archive: Write) -> None:
    bring(store, archive(1, issue(1)))
    bring(store, archive(9))
    assert fresh(store, 1) == ["as of 2026-02-01 00:00"]


def test_a_file_is_no_older_than_what_it_tells(store: DiscussionStore, printed: Write) -> None:
    closed = {"state": "CLOSED", "closedAt": "2026-02-01T07:00:00Z"}
    bring(store, printed(3, issue(1, **closed), issue(2, said(5, day=31))))
    assert fresh(store, 1, 2) == ["as of 2026-02-01 07:00"] * 2
