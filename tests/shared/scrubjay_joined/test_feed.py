"""The feed of a team's changes against a server that answers as a test has it."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scrubjay.errors import ScrubjayError
from scrubjay.settings.layers import load_settings
from scrubjay_joined.feed import UNKNOWN, ChangeFeed, FarResource
from scrubjay_joined.link import TeamLink
from scrubjay_joined.membership import Membership, keep
from tests.patience import PATIENCE_S
from tests.shared.scrubjay_joined.conftest import TOKEN, Asked, FarServer, Told, said

MEMORIES = FarResource("memories", "", "")


def memories(*ids: str, gone: tuple[str, ...] = (), count: int = 0) -> dict[str, Any]:
    total = count or len(ids) + len(gone)
    return {"told": "memories", "id": "", "name": "", "ids": ids, "gone": gone, "count": total}


class Script:
    """A server that answers each request for changes with the next of what a test put there; else with nothing new."""

    def __init__(self) -> None:
        self.answers: list[Told] = []
        self.cursors: list[str] = []

    def __call__(self, asked: Asked) -> Told:
        query = parse_qs(urlsplit(asked.path).query)
        if "after" not in query:
            return said({"cursor": f"c{len(self.cursors)}", "resync": False, "changes": []})
        self.cursors += query["after"]
        if self.answers:
            return self.answers.pop(0)
        threading.Event().wait(0.05)
        return said({"cursor": query["after"][0], "resync": False, "changes": []})

    def tells(self, cursor: str, *changes: dict[str, Any], resync: bool = False) -> None:
        self.answers.append(said({"cursor": cursor, "resync": resync, "changes": changes}))


@pytest.fixture
def script(far: FarServer) -> Script:
    far.answer = script = Script()
    return script


@pytest.fixture
def feed(far: FarServer, script: Script, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChangeFeed]:
    for name in ("SOON_S", "LATER_S", "REFUSED_S"):
        monkeypatch.setattr(f"scrubjay_joined.feed.{name}", 0.05)
    keep(home, Membership(far.url, "acme", "anna", "5e7"), TOKEN)
    made = ChangeFeed(TeamLink(load_settings({"SCRUBJAY_HOME": str(home)}), lambda: datetime.now(UTC)))
    made.open()
    yield made
    made.close()
    settle(lambda: not any(one.name == "team changes" for one in threading.enumerate()))


def settle(so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not so():
        assert time.monotonic() < until
        threading.Event().wait(0.01)


def shown(feed: ChangeFeed, tag: str = "") -> dict[str, int]:
    return dict(feed.shown(lambda one: one == MEMORIES, tag))


def failed(feed: ChangeFeed) -> str:
    try:
        feed.number()
    except ScrubjayError as error:
        return str(error)
    return ""


def test_what_an_answer_tells_is_shown_and_asked_on_from(feed: ChangeFeed, script: Script) -> None:
    assert shown(feed) == {UNKNOWN: 0}
    script.tells("next", memories("a1", "a2"))
    settle(lambda: feed.number() == 1)
    assert shown(feed) == {UNKNOWN: 0, "a1": 1, "a2": 1}
    settle(lambda: script.cursors[-1] == "next")
    script.tells("last", memories("a2", gone=("a1",)))
    settle(lambda: feed.number() == 2)
    assert shown(feed) == {UNKNOWN: 0, "a2": 2}


def test_what_isnt_named_is_a_change_without_a_name(feed: ChangeFeed, script: Script) -> None:
    script.tells("a", memories(gone=("dead",)))
    settle(lambda: feed.number() == 1)
    assert shown(feed) == {UNKNOWN: 1}
    script.tells("b", memories("a1", count=300))
    settle(lambda: feed.number() == 2)
    assert shown(feed) == {UNKNOWN: 2, "a1": 2}
    script.tells("c", resync=True)
    settle(lambda: feed.number() == 3)
    assert shown(feed) == {UNKNOWN: 3}


def test_of_handoffs_those_that_wait_are_shown(feed: ChangeFeed, script: Script) -> None:
    handoffs = {"told": "handoffs", "id": "", "name": "", "gone": [], "count": 2}
    script.tells("a", handoffs | {"ids": ["b1", "b2"], "waiting": ["b1", "b2"]})
    script.tells("b", handoffs | {"ids": ["b1"], "over": ["b1"], "count": 1})
    settle(lambda: feed.number() == 2)
    assert dict(feed.shown(lambda one: one.told == "handoffs")) == {UNKNOWN: 0, "b2": 1}
    script.tells("c", handoffs | {"ids": ["b3"], "count": 1})  # one's own, for another
    settle(lambda: feed.number() == 3)
    assert dict(feed.shown(lambda one: one.told == "handoffs")) == {UNKNOWN: 0, "b2": 1}


def test_what_waited_before_somebody_watched_and_waits_no_more_is_a_change(feed: ChangeFeed, script: Script) -> None:
    script.tells("a", {"told": "handoffs", "ids": ["b1"], "over": ["b1"], "count": 1})
    settle(lambda: feed.number() == 1)
    assert dict(feed.shown(lambda one: one.told == "handoffs")) == {UNKNOWN: 1}


def test_a_cursor_that_is_none_any_more_begins_anew_and_says_that_something_may_have_changed(
    feed: ChangeFeed, script: Script
) -> None:
    script.answers.append(said({"error": "refused", "message": "`after` is no cursor of yours."}, 422))
    settle(lambda: not failed(feed) and feed.number() == 1)
    assert shown(feed) == {UNKNOWN: 1}


def test_a_server_that_is_away_is_told_the_same_until_it_is_back(
    feed: ChangeFeed, far: FarServer, script: Script
) -> None:
    far.answer = lambda asked: said({"error": "unavailable"}, 503)
    settle(lambda: bool(failed(feed)))
    first = failed(feed)
    assert "doesn't answer" in first
    count = len(far.asked)
    settle(lambda: len(far.asked) > count + 3)
    assert failed(feed) == first
    script.tells("a", memories("a1"))
    far.answer = script
    settle(lambda: not failed(feed) and "a1" in shown(feed))


def test_after_the_last_one_nobody_asks(feed: ChangeFeed, far: FarServer) -> None:
    feed.open()
    feed.close()
    settle(lambda: len(far.asked) > 2)
    feed.close()
    settle(lambda: not any(one.name == "team changes" for one in threading.enumerate()))
    count = len(far.asked)
    threading.Event().wait(0.3)
    assert len(far.asked) == count
    feed.open()


@pytest.mark.parametrize(
    "wrong",
    [
        {"cursor": "w", "changes": 5}, {"cursor": 7}, {}, {"cursor": "w", "changes": [memories("a1") | {"count": "x"}]},
        {"cursor": "w", "changes": [memories() | {"ids": 7}]}, {"cursor": "w", "changes": [memories("\x1b[2Jevil\n")]},
        {"cursor": "w", "changes": [memories("a" * 5_000)]}, {"cursor": "w", "changes": [memories(*["a1"] * 201)]},
        {"cursor": "w", "changes": [memories(UNKNOWN)]},
    ],
)  # fmt: skip
def test_an_answer_that_cannot_be_read_is_named_and_asked_again(
    feed: ChangeFeed, script: Script, wrong: dict[str, Any]
) -> None:
    script.answers.append(said(wrong))
    settle(lambda: "can't be read" in failed(feed))
    script.tells("good", memories("a1"))
    settle(lambda: not failed(feed) and feed.number() == 1)
    assert shown(feed) == {UNKNOWN: 0, "a1": 1}


def test_an_error_of_ours_is_named_and_the_thread_goes_on(
    feed: ChangeFeed, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("by 0")

    with monkeypatch.context() as broken:
        broken.setattr(feed, "_note_change", fails)
        script.tells("a", memories("a1"))
        settle(lambda: "ZeroDivisionError" in failed(feed))
    script.tells("b", memories("a2"))
    settle(lambda: not failed(feed) and "a2" in shown(feed))
