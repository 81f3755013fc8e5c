"""What is dated ahead of now counts as said when it was read, and blocks nothing that is true later."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scrubjay.app import Workspace
from scrubjay.model.discussion import DiscussionRef
from scrubjay_forges.discussions.keys import no_later
from scrubjay_forges.discussions.store import DiscussionStore
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, comment, head, part
from tests.shared.scrubjay_forges.discussions.test_views import shown

Put = Callable[..., Any]
ONE = DiscussionRef(REPOSITORY, 1)
AHEAD = "2099-01-01T00:00:00Z"
NOW = "2026-03-01T12:00:00Z"
"""The clock of tests."""


class Hands:
    """A clock that is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Hands:
    return Hands()


def test_no_time_of_a_head_or_text_is_after_the_limit_and_others_stay() -> None:
    late = no_later(head(created_at=AHEAD, updated_at=AHEAD, closed_at=AHEAD), NOW)
    assert (late.created_at, late.updated_at, late.closed_at) == (NOW, NOW, NOW)
    said = no_later(part(created_at=AHEAD), NOW)
    assert (said.created_at, said.updated_at) == (NOW, NOW)
    assert no_later(head(), NOW) == head()
    assert no_later(comment(), NOW) == comment()


def test_a_change_that_is_true_takes_the_place_of_what_was_dated_ahead(
    store: DiscussionStore, put: Put, clock: Hands
) -> None:
    put(head(title="Ahead", updated_at=AHEAD), part(text="Ahead.", updated_at=AHEAD), comment(created_at=AHEAD))
    clock.now += timedelta(days=1)
    at = "2026-03-02T00:00:00Z"
    put(head(title="True", updated_at=at), part(text="True.", updated_at=at), comment(text="True.", updated_at=at))
    found = store.head(ONE)
    assert found is not None
    assert (found.title, [one.text for one in store.parts(ONE)]) == ("True", ["True.", "True."])


def test_the_same_file_again_changes_nothing_later(put: Put, clock: Hands) -> None:
    items = head(updated_at=AHEAD), part(updated_at=AHEAD), comment(created_at=AHEAD)
    assert put(*items).new == 2
    clock.now += timedelta(days=1)
    report = put(*items)
    assert (report.new, report.changed) == (0, 0)


def test_a_past_view_of_after_the_reading_has_it_and_one_of_before_has_not(at: Workspace, repo: Any, put: Put) -> None:
    put(head(created_at=AHEAD), part(created_at=AHEAD))
    for date, keys in (("2026-02-01T00:00:00Z", []), ("2026-04-01T00:00:00Z", ["opening/1"])):
        repo.commit("then", date=date)
        assert shown(at, at.documents.view("HEAD")) == keys
