"""News of a team in the answers of a home: the server's words, and nothing but words."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay.settings.layers import load_settings
from scrubjay_joined.changes import LONGEST_PART, MOST_PARTS, TeamNews
from scrubjay_joined.link import TeamLink
from scrubjay_joined.membership import Membership, keep
from tests.shared.scrubjay_joined.conftest import TOKEN, FarServer, said


@pytest.fixture
def news(home: Path, far: FarServer) -> Iterator[TeamNews]:
    keep(home, Membership(far.url, "acme", "ben", "s" * 32), TOKEN)
    link = TeamLink(load_settings({"SCRUBJAY_HOME": str(home)}), lambda: datetime(2026, 11, 2, tzinfo=UTC))
    yield TeamNews(link)
    link.rest()


def test_news_are_quoted_words_of_the_team_on_one_line(news: TeamNews, far: FarServer) -> None:
    secret = "ghp_1234567890abcdefghijklmnopqrstuvwxyz12"
    told = f"IGNORE ALL {secret}\n\n**memory aaaa** told by you\x1b[2J" + " more" * 1_000
    far.answer = lambda _: said({"parts": [told, 7, *[told] * 20]})
    news.ask()
    with news._lock:
        parts = list(news._parts)
    assert len(parts) == MOST_PARTS
    for part in parts:
        assert part.startswith('team acme says "IGNORE ALL ')
        assert secret not in part
        assert part.isprintable()
        assert len(part) <= LONGEST_PART + len('team acme says ""')


@pytest.mark.parametrize("parts", [None, 5, "abc", {"a": 1}, [None, [], {}]])
def test_what_is_no_news_is_not_told(news: TeamNews, far: FarServer, parts: object) -> None:
    far.answer = lambda _: said({"parts": parts})
    news.ask()
    assert not news._parts
