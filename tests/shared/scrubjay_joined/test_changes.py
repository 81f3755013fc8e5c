"""What others of a team did, told in the next answer of a session: nothing lost with a process, nothing twice."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scrubjay.settings.layers import load_settings
from scrubjay_agents.api import FarSession
from scrubjay_joined import changes
from scrubjay_joined.changes import FoundNews, TeamNews
from scrubjay_joined.link import TeamLink
from scrubjay_joined.membership import Membership, keep
from scrubjay_joined.told import WireChange
from tests.shared.scrubjay_joined.conftest import TOKEN, Asked, FarServer, Told, said

WAITS = [{"id": "b1", "state": "pending"}]
MEMORY = {"told": "memories", "ids": ["a1"], "count": 1, "fresh": 1}
Made = Callable[..., TeamNews]


class Server:
    """The changes after each cursor `c0`, `c1`, … as a test has them, and the handoffs that wait."""

    def __init__(self) -> None:
        self.changes: list[dict[str, Any]] = []
        self.waiting: Told = said({"handoffs": WAITS})

    def __call__(self, asked: Asked) -> Told:
        parts = urlsplit(asked.path)
        after = parse_qs(parts.query).get("after")
        if parts.path.endswith("/pending"):
            return self.waiting
        if after and not after[0].startswith("c"):
            return said({"error": "refused", "message": "no cursor"}, 422)
        since = int(after[0][1:]) if after else len(self.changes)
        return said({"cursor": f"c{len(self.changes)}", "resync": False, "changes": self.changes[since:]})


@pytest.fixture
def server(far: FarServer) -> Server:
    far.answer = made = Server()
    return made


@pytest.fixture
def made(far: FarServer, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """News of a session, which asks when a test says so."""
    monkeypatch.setattr(changes, "start", lambda *_: None)
    keep(home, Membership(far.url, "acme", "anna", "5e7"), TOKEN)
    link = TeamLink(load_settings({"SCRUBJAY_HOME": str(home)}), lambda: datetime.now(UTC))
    yield lambda cursor="", session="s1": TeamNews(link, FarSession(session=session, client="claude-code"), cursor)
    link.rest()


def told(news: TeamNews, said: str = "") -> tuple[list[str], str]:
    news.ask()
    return news.take(said)


def test_a_session_that_begins_is_told_what_waits_and_then_what_happens_once(server: Server, made: Made) -> None:
    server.changes = [MEMORY]
    news = made()
    assert told(news) == (["1 handoff for you (get_pending_handoffs) in team acme"], "c1")
    assert told(news) == ([], "")
    server.changes += [MEMORY, {"told": "pool", "id": "c0", "name": "depot", "count": 2, "fresh": 2}]
    assert told(news) == (["1 new memory in team acme", "2 new in pool team/depot in team acme"], "c3")
    assert told(news) == ([], "")


def test_what_was_asked_and_not_told_is_found_by_the_next_process(server: Server, made: Made) -> None:
    first = made()
    _, cursor = told(first)
    server.changes.append(MEMORY)
    first.ask()  # and the process ends
    assert told(made(cursor)) == (["1 new memory in team acme"], "c1")
    begun = made()
    begun.ask()
    assert told(made(session="s2"))[0] == ["1 handoff for you (get_pending_handoffs) in team acme"]


def test_what_was_found_twice_is_told_once(server: Server, made: Made) -> None:
    news = made("c0")
    server.changes.append(MEMORY)
    news.ask()
    news.ask()
    assert news.take("")[0] == ["1 new memory in team acme"]
    assert news.take("")[0] == []


def test_a_cursor_of_another_server_begins_anew(server: Server, made: Made) -> None:
    news = made("other")
    assert told(news) == ([], "")
    assert told(news)[0] == ["1 handoff for you (get_pending_handoffs) in team acme"]


def test_what_stands_in_the_answer_or_may_not_be_seen_is_not_told(server: Server, made: Made) -> None:
    assert told(made(), "handoff b1 waits") == ([], "c0")
    server.waiting = said({"error": "not_allowed", "message": "no scope handoff"}, 403)
    assert told(made()) == ([], "c0")


@pytest.mark.parametrize("wrong", [{"cursor": 5}, {"cursor": "c1", "changes": 7}, {"cursor": "c", "changes": [{}]}])
def test_an_answer_that_cannot_be_read_tells_nothing(far: FarServer, made: Made, wrong: dict[str, Any]) -> None:
    far.answer = lambda _: said(wrong)
    assert told(made("c0")) == ([], "")


def test_many_pools_are_counted() -> None:
    pools = tuple(WireChange(told="pool", name=f"p{number}", fresh=1) for number in range(7))
    parts = FoundNews("c", changes=(*pools, WireChange(told="handoffs", ended=2, waiting=["b1", "b2"]))).parts("team x")
    assert parts[:2] == ["2 handoffs for you (get_pending_handoffs) in team x", "2 handoffs of yours ended in team x"]
    assert parts[-1] == "more in 2 other pools in team x"
    assert len(parts) == 8
