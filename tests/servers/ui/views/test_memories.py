"""Tests of the list of memories: filters, order, pages, what fell, and acts on many at once."""

from collections.abc import Collection, Mapping

import pytest

from scrubjay.app import Workspace
from scrubjay.memory.listing.filters import ListFilters
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.memory import MemoryStatus
from scrubjay_agents.services import AgentServices
from scrubjay_ui.views.memories_queries import MEANS, STATES
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser
from tests.servers.ui.rich import RichHome
from tests.servers.ui.views.test_memory import acts, said


def rows(browser: Browser, query: str = "") -> list[str]:
    """The texts in the list, in their order."""
    return browser.open(f"memories{query}").words("tbody td a[title], section.card a[title]")


def pick(browser: Browser, *ids: str) -> list[str]:
    """The values of the boxes of some memories, as the list has them."""
    boxes = [str(box.attributes["value"]) for box in browser.open("memories").all("input[type=checkbox]")]
    return [box for box in boxes if box.partition(":")[0] in ids]


@pytest.fixture
def three(workspace: Workspace) -> tuple[str, str, str]:
    """A told fact with a tag, an agent's preference, and an agent's fact."""
    return (
        said(workspace, "The gate opens at six in the morning.", by="person", tags=("ops",)),
        said(workspace, "We prefer short commit messages.", session="session-7"),
        said(workspace, "The well is dry in August.", author="ben"),
    )


def test_an_empty_project_says_how_to_begin(browser: Browser) -> None:
    page = browser.open("memories")
    assert page.status == 200
    assert "Nothing is remembered yet." in page.text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["The well", "We prefer", "The gate"]),
        ("?sort=oldest", ["The gate", "We prefer", "The well"]),
        ("?sort=grade", ["The gate", "The well", "We prefer"]),
        ("?sort=grade&order=up", ["We prefer", "The well", "The gate"]),
        ("?kind=preference", ["We prefer"]),
        ("?grade=told", ["The gate"]),
        ("?grade=said&kind=fact", ["The well"]),
        ("?tag=ops", ["The gate"]),
        ("?author=ben", ["The well"]),
        ("?session=session", ["We prefer"]),
        ("?q=dry+WELL", ["The well"]),
        ("?since=2026-03-01&until=2026-03-01", ["The well", "We prefer", "The gate"]),
        ("?until=2026-02-28", []),
        ("?scope=user", []),
        ("?state=fallen", []),
        ("?state=waiting", []),
        ("?as=cards&kind=preference", ["We prefer"]),
    ],
)
def test_it_is_narrowed_and_ordered_as_asked(
    browser: Browser, three: tuple[str, str, str], query: str, found: list[str]
) -> None:
    assert [" ".join(text.split()[:2]) for text in rows(browser, query)] == found


@pytest.mark.parametrize("query", ["?since=soon", "?sort=luck", "?state=odd", "?grade=best", "?page=0", "?kind=gossip"])
def test_what_no_filter_can_be_is_a_clear_page(browser: Browser, query: str) -> None:
    assert browser.open(f"memories{query}").status == 400


def test_a_long_list_has_pages(browser: Browser, workspace: Workspace) -> None:
    for number in range(53):
        said(workspace, f"Door number {number} of the long corridor leads to room {number + 100}.")
    first = browser.open("memories")
    assert "53 memories" in first.text
    assert len(first.all("tbody tr")) == 50
    assert len(browser.open(first.link("Next")).all("tbody tr")) == 3


def test_which_memories_fell_since_a_day_each_with_what_changed(
    browser: Browser, workspace: Workspace, project: Repo
) -> None:
    project.commit(
        "hours", {"docs/hours.md": "# Hours\n\nThe gate opens at six in the morning.\n"}, date="2026-02-01T10:00:00Z"
    )
    documents = workspace.documents
    documents.ingest(documents.view(), cause="test")
    said(workspace, "The gate opens at six in the morning.")
    said(workspace, "The well is dry in August.")
    project.commit(
        "later", {"docs/hours.md": "# Hours\n\nThe gate opens at seven in the morning.\n"}, date="2026-03-01T14:00:00Z"
    )
    documents.ingest(documents.view(), cause="test")
    page = browser.open(browser.open("memories").link("Fallen"))
    assert page.words("tbody td a[title]") == ["The gate opens at six in the morning."]
    since = browser.open(page.link("Since Friday"))
    assert page.words('nav[aria-label="Fell when"] [aria-current]') == ["Since ever"]
    assert since.words('nav[aria-label="Fell when"] [aria-current]') == ["Since Friday, 2026-02-27"]
    assert (since.words("td del"), since.words("td ins")) == (["six"], ["seven"])
    assert "2026-02-27" in since.address
    assert "docs/hours.md: changed since" in since.text
    assert "2026-03-01 14:00" in since.text
    assert rows(browser, "?state=fallen&fallen_since=2026-03-02") == []


def test_many_are_retracted_after_a_list_and_a_question_and_all_come_back(
    browser: Browser, workspace: Workspace, three: tuple[str, str, str]
) -> None:
    ask = browser.send("memories/many", act="retract", id=pick(browser, *three[1:]))
    assert "We prefer" in ask.text
    assert "The gate" not in ask.text
    service = workspace.memories
    assert {service.get(id).status for id in three} == {MemoryStatus.ACTIVE}
    assert browser.submit(ask, "Retract all of them", id=pick(browser, *three[1:])).status == 400
    done = browser.submit(ask, "Retract all of them", id=pick(browser, *three[1:]), reason="made up")
    assert "Retracted: 2 memories." in done.text
    assert [service.get(id).status for id in three] == [MemoryStatus.ACTIVE, *[MemoryStatus.RETRACTED] * 2]
    back = browser.submit(browser.open(done.link("Undo: retract")), "Undo it")
    assert back.status == 200
    assert {service.get(id).status for id in three} == {MemoryStatus.ACTIVE}
    assert acts(browser) == ["retract", "retract", "undo retract"]


def test_each_state_and_act_is_explained_in_a_line(browser: Browser, three: tuple[str, str, str]) -> None:
    assert set(MEANS) == set(STATES)
    page = browser.open("memories")
    assert MEANS[""] in page.text
    assert "a person's words" in page.text
    assert "They were true until now, and hold no longer." in page.text
    assert MEANS["lost"] in browser.open("memories?state=lost").text


def test_what_undo_takes_back_is_named_with_its_time(
    browser: Browser, workspace: Workspace, three: tuple[str, str, str]
) -> None:
    workspace.reviews.retract([three[0]], "wrong")
    when = workspace.reviews.last().decided_at[:16].replace("T", " ")
    (word,) = workspace.memories.get(three[0]).content.split()[:1]
    said = browser.open("memories").text
    assert f"Undo: retract your last decision, {when} , of 1 memory" in said
    assert word in said


def test_of_many_the_one_that_changed_meanwhile_stays_as_it_is(
    browser: Browser, workspace: Workspace, three: tuple[str, str, str]
) -> None:
    chosen = pick(browser, *three)
    workspace.memories.invalidate(three[1], "ben", "it rained", authority=True)
    done = browser.send("memories/many", act="retract", sure="yes", id=chosen, reason="made up")
    assert "Retracted: 2 memories." in done.text
    assert "Left as they were: 1." in done.text
    assert "changed since you looked" in done.text
    assert acts(browser) == ["retract", "retract"]


def test_nobody_stands_behind_what_another_person_said(
    browser: Browser, workspace: Workspace, three: tuple[str, str, str]
) -> None:
    done = browser.send("memories/many", act="confirm", sure="yes", id=pick(browser, *three[1:]))
    assert "Confirmed: 1 memory." in done.text
    assert f"{three[2][:12]} is another person's." in done.text


def test_many_are_forgotten_and_their_bytes_are_looked_for(
    browser: Browser, workspace: Workspace, three: tuple[str, str, str]
) -> None:
    ask = browser.send("memories/many", act="forget", id=pick(browser, *three[:2]))
    assert "no undo" in ask.text
    done = browser.submit(ask, "Forget all of them", id=pick(browser, *three[:2]))
    assert "Forgotten: 2." in done.text
    assert done.text.count("No file of the home holds its words any more") == 2
    assert rows(browser) == ["The well is dry in August."]


def test_many_are_shared_in_a_pool(browser: Browser, workspace: Workspace, three: tuple[str, str, str]) -> None:
    from types import SimpleNamespace

    from scrubjay_ui.views.agents_queries import person_caller

    visit = SimpleNamespace(workspace=workspace, writes=True)
    AgentServices.of(workspace).pools.create(person_caller(visit), "seeds")  # type: ignore[arg-type]
    ask = browser.send("memories/many", act="share", id=pick(browser, *three[1:]))
    done = browser.submit(ask, "Share all of them", id=pick(browser, *three[1:]))
    assert "Shared: 2 memories." in done.text
    assert AgentServices.of(workspace).sharing.shared_in(three[1]) == ("seeds",)


def test_a_selection_of_nothing_or_of_what_nobody_has_is_a_clear_page(browser: Browser) -> None:
    assert browser.send("memories/many", act="retract").status == 400
    assert browser.send("memories/many", act="retract", id="deadbeef:0").status == 404
    assert browser.send("memories/many", act="burn", id="deadbeef:0").status == 400


def test_many_are_published_as_one_commit(browser: Browser, workspace: Workspace, project: Repo) -> None:
    project.git("config", "user.name", "Anna")
    project.git("config", "user.email", "anna@example.org")
    ids = [
        said(workspace, "The gate opens at six in the morning.", by="person"),
        said(workspace, "The well is dry in August.", by="person"),
    ]
    ask = browser.send("memories/many", act="publish", id=pick(browser, *ids))
    assert "The gate opens at six in the morning." in ask.text
    assert ask.text.count("Memory-Id") == 2
    shown = [str(field.attributes["value"]) for field in ask.all("form[method=post] input[name=id]")]
    assert sorted(shown) == sorted(ids)
    done = browser.submit(ask, "Commit this y", id=shown)
    assert "Nothing was pushed" in done.text
    assert project.git("branch", "--list", "memory/*")
    assert acts(browser) == ["publish"]


def test_the_stale_memories_are_those_of_all_that_have_a_changed_source(
    shared_rich: RichHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    with shared_rich.open() as app:
        at = app.workspace(shared_rich.repo.path)
        every = [row for shown in (False, True) for row in at.listed(ListFilters(everywhere=shown)).memories]
        graded: set[str] = set()
        evidence = MemoryReader.evidence

        def seen(memories: MemoryReader, ids: Collection[str]) -> Mapping[str, object]:
            graded.update(ids)
            return evidence(memories, ids)

        monkeypatch.setattr(MemoryReader, "evidence", seen)
        found = [at.listed(ListFilters(state="stale", everywhere=shown)).memories for shown in (False, True)]
    stale = {row.memory.id for row in every if row.graded.standing.moved}
    assert {row.memory.id for row in (*found[0], *found[1])} == stale != set()
    assert stale <= graded < {row.memory.id for row in every}


def test_the_newest_memories_are_the_first_of_all(shared_rich: RichHome) -> None:
    with shared_rich.open() as app:
        memories = app.workspace(shared_rich.repo.path).memories
        every = memories.believed()
        assert [memories.believed(limit=most) for most in (1, 2, 5)] == [every[:most] for most in (1, 2, 5)]
