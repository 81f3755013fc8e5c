"""The ten tasks of ten_tasks.md, done by a browser without JavaScript: each answer is at most four steps away."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Stored
from scrubjay.session.tasks.sent import Telling
from scrubjay_ui.admission import START
from tests.servers.ui.conftest import Browser, Page, browsing, made_rich
from tests.servers.ui.rich import LATEST, TOLD, RichHome

pytestmark = pytest.mark.story

MOST = 4
CANARY = "zq7" + "k4v9x2" * 5


class Newcomer:
    """Begins at the page that the address opens; each link, form and key is a step, and only what is shown is used."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.steps = 0
        self.page = browser.open(START)

    def follow(self, words: str) -> Page:
        """Click the first link with these words, or the one whose title begins with them."""
        for link in self.page.all("a"):
            if words in " ".join(link.text().split()) or (link.attributes.get("title") or "").startswith(words):
                return self._step(self._browser.open(str(link.attributes["href"])))
        raise AssertionError(f"no link {words!r} on {self.page.address}")

    def search(self, words: str) -> Page:
        """Type into the search field that stands on every page, and press Enter."""
        (form,) = self.page.all("form[role=search]")
        assert form.css_first("input[name=q]") is not None
        return self._step(self._browser.open(f"{form.attributes['action']}?q={words.replace(' ', '+')}"))

    def press(self, button: str, **typed: str) -> Page:
        """Fill a form in, and press its button."""
        return self._step(self._browser.submit(self.page, button, **typed))

    def key(self, key: str) -> Page:
        """Press the key of a button or a link, as keys.js does for whoever has no mouse."""
        (one,) = self.page.all(f'[data-key="{key}"]')
        words = " ".join(one.text().split())
        return self.press(words) if one.tag == "button" else self.follow(words)

    def _step(self, page: Page) -> Page:
        assert page.status == 200, page.text
        self.steps += 1
        self.page = page
        return page


@pytest.fixture(scope="module")
def rich(tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]) -> RichHome:
    """One home for all tasks: none of them touches what another looks for."""
    return made_rich(tmp_path_factory.mktemp("tasks"), _environment)


@pytest.fixture
def newcomer(rich: RichHome) -> Iterator[Newcomer]:
    with browsing(rich) as browser:
        yield Newcomer(browser)


def waiting(page: Page) -> str:
    """How many claims the tab of the review says."""
    return next(words for words in page.words("nav.tabs a") if words.startswith("Claims"))


def test_known_believed_corrected_and_undone(newcomer: Newcomer, rich: RichHome) -> None:
    """Tasks 1 to 4, which each begin anew."""
    found = newcomer.search("retry policy")
    assert "0006-retry" in found.text
    assert "waits 2 seconds" in found.text
    assert newcomer.steps <= 1
    why = newcomer.follow("waits 2 seconds")
    assert "told" in why.text
    assert "waits 2 seconds" in why.text
    assert newcomer.steps <= 2
    newcomer.follow("Correct")
    rich.clock.now += timedelta(minutes=1)
    new = "The retry policy waits 3 seconds between attempts, five times."
    corrected = newcomer.press("Save", content=new)
    assert new in corrected.text
    assert rich.correction[:12] in corrected.text
    assert newcomer.steps <= MOST
    newcomer.steps = 0
    newcomer.follow("Undo")
    rich.clock.now += timedelta(minutes=1)
    undone = newcomer.press("Undo it")
    assert "waits 2 seconds between attempts, three times." in undone.text
    assert newcomer.steps <= 2
    assert "waits 3 seconds" not in newcomer.search("retry policy").text


def test_what_the_agent_was_told_at_1014(rich: RichHome) -> None:
    rich.clock.now = datetime(2026, 3, 2, 10, 14, tzinfo=UTC)
    with rich.open() as app:
        at = app.workspace(rich.repo.path)
        text = at.briefer.compose(session=LATEST).text
        telling = Telling(session=LATEST, worktree=str(at.repository.worktree), channel="start", text=text)
        at.sent_texts.keep(telling, at.sent_texts.mark())
    with browsing(rich) as browser:
        newcomer = Newcomer(browser)
        newcomer.follow("Sessions")
        session = newcomer.follow(LATEST[:12])
        assert "10:14" in session.text
        assert text in [told.text() for told in session.all("main pre")]
        assert newcomer.steps <= MOST


def test_twenty_claims_are_settled_with_a_key_each(newcomer: Newcomer, rich: RichHome) -> None:
    page = newcomer.follow("Review")
    assert waiting(page) == "Claims (20)"
    opened = newcomer.steps
    for number in range(20):
        rich.clock.now += timedelta(minutes=1)
        page = newcomer.key("y" if number % 4 == 3 else "n")
        assert waiting(page) == f"Claims ({19 - number})"
    assert "Nothing waits for you" in page.text
    assert (opened, newcomer.steps - opened) == (1, 20)
    with rich.open() as app:
        assert app.workspace(rich.repo.path).memories.waiting() == ()


def test_which_memories_fell_since_friday(newcomer: Newcomer, rich: RichHome) -> None:
    newcomer.follow("Memories")
    newcomer.follow("Fallen")
    fallen = newcomer.follow("Since Friday")
    assert len(fallen.all("tbody tr")) == len(rich.fallen)
    assert all("docs/guide.md: changed" in " ".join(row.text().split()) for row in fallen.all("tbody tr"))
    assert newcomer.steps <= MOST


def test_the_task_is_handed_over(newcomer: Newcomer) -> None:
    newcomer.follow("Agents")
    newcomer.follow("Hand over")
    sent = newcomer.press("Send", to="any:codex", task="Count the seed trays")
    assert "Count the seed trays" in sent.text
    assert "waits" in sent.words("p.notice")[0]
    assert newcomer.steps <= MOST


def test_why_a_search_found_nothing(newcomer: Newcomer) -> None:
    assert "Nothing was found" in newcomer.search("mango export quota").text
    why = newcomer.follow("Why")
    assert {"Not there", "Left out by a filter", "Held for review"} <= set(why.words("main th")), why.words("main th")
    assert newcomer.steps <= MOST


def test_a_secret_that_slipped_in_is_forgotten(newcomer: Newcomer, rich: RichHome) -> None:
    with rich.open() as app:
        request = RememberRequest(content=f"The old gate opened with {CANARY}.", author="ada", **TOLD)  # type: ignore[arg-type]
        kept = app.workspace(rich.repo.path).memories.remember(request)
    assert isinstance(kept, Stored)
    newcomer.search("old gate opened")
    newcomer.follow("The old gate opened")
    newcomer.follow("Forget")
    gone = newcomer.press("Forget it for good")
    assert "No file of the home holds its words any more" in gone.text
    files = [path for path in Path(rich.environment["SCRUBJAY_HOME"]).rglob("*") if path.is_file()]
    assert [path.name for path in files if CANARY.encode() in path.read_bytes()] == []
    assert newcomer.steps <= MOST
