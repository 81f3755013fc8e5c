"""What a forge or a file dates ahead of now was said when it was read: no wrong clock hides it or makes it late."""

from datetime import timedelta
from typing import Any

from scrubjay.app import Workspace
from scrubjay.model.discussion import DiscussionRef
from scrubjay_forges.discussions.keys import not_ahead, past_moment
from scrubjay_forges.discussions.said import Keeping
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.stored import StoredPart
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, comment, head, part
from tests.shared.scrubjay_forges.discussions.test_views import Put, shown
from tests.shared.scrubjay_forges.discussions.test_whole import Dying

AHEAD = "2099-01-01T00:00:00Z"
NOW = "2026-03-01T12:00:00Z"


def texts(store: DiscussionStore, number: int = 1) -> dict[str, StoredPart]:
    return {one.key: one for one in store.parts(DiscussionRef(REPOSITORY, number))}


def test_a_text_dated_ahead_was_said_when_it_was_read(store: DiscussionStore, put: Put) -> None:
    put(
        head(created_at=AHEAD, updated_at=AHEAD, closed_at=AHEAD, state="closed"),
        part(created_at=AHEAD, member=False),
        comment(1, 1, "Because of the belt.", created_at=AHEAD),
    )
    found = texts(store)
    for one in found.values():
        assert (one.created_at, one.updated_at, one.said_at) == (NOW, NOW, NOW)
    assert found["opening/1"].answered_at == NOW
    kept = store.head(DiscussionRef(REPOSITORY, 1))
    assert kept is not None
    assert (kept.created_at, kept.updated_at, kept.closed_at) == (NOW, NOW, NOW)


def test_it_keeps_its_first_time_when_it_is_read_again_and_an_edit_has_its_own(
    store: DiscussionStore, put: Put, clock: Any
) -> None:
    put(head(), part(created_at=AHEAD), comment(1, 1, "Yes.", created_at=AHEAD))
    later = DiscussionStore(
        store.database, chunker="c", counter=Dying(1000), clock=lambda: clock() + timedelta(days=2), keeping=Keeping()
    )
    later.put(REPOSITORY, batch(part(created_at=AHEAD), comment(1, 1, "No.", created_at=AHEAD)))
    found = texts(store)
    assert (found["opening/1"].created_at, found["opening/1"].said_at) == (NOW, NOW)
    edited = found["comment/1"]
    assert (edited.text, edited.created_at, edited.said_at) == ("No.", NOW, "2026-03-03T12:00:00Z")


def test_what_changes_after_the_clock_was_put_right_is_taken(store: DiscussionStore, put: Put) -> None:
    put(head(updated_at=AHEAD), part(updated_at=AHEAD))
    later = "2026-03-01T12:00:00Z"
    put(head(title="Parcels wait", updated_at=later), part(text="The belt stands.", updated_at=later))
    assert texts(store)["opening/1"].text == "The belt stands."
    kept = store.head(DiscussionRef(REPOSITORY, 1))
    assert kept is not None
    assert kept.title == "Parcels wait"


def test_a_past_view_is_not_moved_by_a_date_ahead(at: Workspace, store: DiscussionStore, put: Put, repo: Any) -> None:
    repo.commit("in the past", date="2026-02-01T00:00:00+00:00")
    put(head(created_at=AHEAD), part(created_at=AHEAD))
    assert shown(at) == ["opening/1"]
    assert shown(at, at.documents.view("HEAD")) == []


def test_a_time_of_the_past_stays_as_it_is() -> None:
    row = {"created_at": "2020-01-01T00:00:00Z", "updated_at": "2021-01-01T00:00:00Z", "closed_at": ""}
    assert not_ahead(row, {**row, "created_at": "2019-01-01T00:00:00Z"}, NOW) == row
    ahead = dict.fromkeys(row, AHEAD)
    assert not_ahead(ahead, None, NOW) == dict.fromkeys(row, NOW)
    assert not_ahead(ahead, row, NOW) == {
        "created_at": "2020-01-01T00:00:00Z", "updated_at": NOW, "closed_at": NOW,
    }  # fmt: skip


def test_a_stored_moment_ahead_of_now_is_told_by_nobody() -> None:
    now = "2026-11-28T12:00:00Z"
    assert [past_moment(moment, now) for moment in ("", "2026-01-01T00:00:00Z", now, "2031-01-01T00:00:00Z")] == [
        "", "2026-01-01T00:00:00Z", now, "",
    ]  # fmt: skip
