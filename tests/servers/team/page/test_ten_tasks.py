"""The ten tasks of ten_tasks.md in Chromium, each begun at the page's address, with every step counted."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.servers.team.page.conftest import CACHE, SECRET, PagedTeam
from tests.servers.team.page.test_in_chromium import let_in
from tests.servers.ui.chromium import Chromium, Tab, chromium

pytestmark = pytest.mark.optin

MOST = 5


class Newcomer:
    """Has the page's address; every step is one that a hand makes, on what can be seen."""

    def __init__(self, tab: Tab, address: str) -> None:
        self._tab, self._address = tab, address
        self.steps: list[str] = []

    def opens(self) -> None:
        self.steps.append("address")
        assert self._tab.open(self._address) == 200

    def clicks(self, words: str) -> None:
        """Click a link, a button or a box by its words, and wait for what comes."""
        self.steps.append(words)
        page = self._tab.page
        one = page.get_by_role("link", name=words).or_(page.get_by_role("button", name=words)).first
        self._tab.leave(one.click)

    def ticks(self, words: str) -> None:
        self.steps.append(words)
        self._tab.page.get_by_label(words, exact=True).check()

    def fills(self, label: str, text: str) -> None:
        self.steps.append(f"{label}: {text}")
        self._tab.page.get_by_label(label).first.fill(text)

    def chooses(self, label: str, text: str) -> None:
        self.steps.append(f"{label}: {text}")
        self._tab.page.get_by_label(label).first.select_option(text)

    def presses(self, key: str) -> None:
        self.steps.append(key)
        self._tab.press(key)

    def sees(self, *words: str) -> None:
        text = self._tab.page.inner_text("main")
        assert all(one in text for one in words), text
        assert self._tab.found() == []

    def value(self, label: str) -> str:
        return str(self._tab.page.get_by_label(label).first.input_value())


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with chromium() as opened:
        yield opened


@contextmanager
def newcomer(team: PagedTeam, browser: Chromium, who: str = "anna") -> Iterator[Newcomer]:
    """Somebody who is signed in and does one task."""
    with browser.tab() as tab:
        one = Newcomer(let_in(team, tab, who), f"{team.top}/")
        one.opens()
        yield one
        assert len(one.steps) <= MOST, one.steps


def test_1_who_may_see_a_repository(acme: PagedTeam, browser: Chromium) -> None:
    with newcomer(acme, browser) as one:
        one.clicks("Repositories")
        one.sees("pay", "anna, ben", "the whole team")


def test_2_why_the_retry_limit_is_five(indexed: PagedTeam, browser: Chromium) -> None:
    with newcomer(indexed, browser, "ben") as one:
        one.fills("Search", "why is the retry limit 5?")
        one.presses("Enter")
        one.sees("because the bank closes its gate after six calls in a minute", "pay:docs/adr/0001-it.md")


def test_3_say_that_a_memory_is_true(acme: PagedTeam, browser: Chromium) -> None:
    with newcomer(acme, browser, "carol") as one:
        one.clicks(CACHE)
        one.clicks("It is true: say so")
        one.clicks("I say so")
        one.sees("told by carol")
    assert acme.row("SELECT told_by FROM memory WHERE content = %s", CACHE) == acme.members["carol"]


def test_4_invite_a_colleague(acme: PagedTeam, browser: Chromium) -> None:
    with newcomer(acme, browser) as one:
        one.clicks("Members")
        one.fills("Name", "mara")
        one.clicks("Invite")
        assert one.value("Address").startswith(f"{acme.top}/invitation#sj_inv_")


def test_5_take_a_token_back(acme: PagedTeam, browser: Chromium) -> None:
    acme.post("ben", "/tokens", name="laptop", scope=["search"], days="30")
    with newcomer(acme, browser, "ben") as one:
        one.clicks("Tokens")
        one.clicks("Take back laptop")
        one.sees("The token laptop of ben has ended.")
    assert acme.row("SELECT count(*) FROM access_token WHERE revoked_at IS NULL") == 0


def test_6_give_carol_a_repository(acme: PagedTeam, browser: Chromium) -> None:
    with newcomer(acme, browser) as one:
        one.clicks("Repositories")
        one.clicks("Who may see pay")
        one.ticks("carol")
        one.clicks("Save")
        one.sees("pay is for anna, ben, carol now")
    assert SECRET in acme.get("carol", "/memories").body


def test_7_what_was_reviewed_last_week(acme: PagedTeam, browser: Chromium) -> None:
    id = acme.memories["cache"]
    acme.post("carol", f"/tell/{id}", act="tell", version="1")
    with newcomer(acme, browser, "rosa") as one:
        one.clicks("Audit")
        one.sees("carol", "tell", id[:12])


def test_8_hand_a_task_over(acme: PagedTeam, browser: Chromium) -> None:
    with newcomer(acme, browser, "ben") as one:
        one.clicks("Handoffs")
        one.fills("What is to be done", "Look after the cache")
        one.chooses("For", "carol")
        one.clicks("Hand it over")
        one.sees("Handed over to carol.")
    assert "Look after the cache" in acme.get("carol", "/").body


def test_9_sign_out_everywhere(acme: PagedTeam, browser: Chromium) -> None:
    acme.served.person("ben")
    with newcomer(acme, browser, "ben") as one:
        one.clicks("Tokens")
        one.clicks("Sign out everywhere")
    assert (
        acme.row("SELECT count(*) FROM page_session WHERE ended_at IS NULL AND member = %s", acme.members["ben"]) == 0
    )


def test_10_what_it_costs(acme: PagedTeam, browser: Chromium) -> None:
    acme.served.api(acme.served.token("ben", "search"), "GET", "/memories")
    with newcomer(acme, browser) as one:
        one.clicks("Usage")
        one.sees("costs no money here", "ben", "1 call in 7 days")
