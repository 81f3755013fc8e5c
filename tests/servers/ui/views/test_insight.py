"""Insight: how memories grew, how searches were answered and how quick, what sessions were told."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, timedelta
from pathlib import Path

import pytest

from scrubjay.app import Workspace
from scrubjay.identity.insight.events import Event, Measure, duration_event, searched, told_events
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.session.tasks.sent import Telling
from tests.servers.ui.conftest import Browser

Browse = Callable[..., AbstractContextManager[Browser]]


def remember(workspace: Workspace, content: str, **more: object) -> None:
    request = RememberRequest(content=content, author="ada", origin=Origin.PERSON, act=Act.TYPED, **more)  # type: ignore[arg-type]
    workspace.memories.remember(request)


def test_an_empty_project_shows_empty_states_and_no_picture(browser: Browser) -> None:
    page = browser.open("insight")
    assert page.status == 200
    assert page.words("h2") == ["What is stored", "What was counted"]
    assert page.all("svg") == []
    assert "No call was timed in this time." in page.text
    assert page.text.count("Nothing was counted in this time.") == 6


def test_searches_are_told_by_how_they_were_answered_and_how_long_they_took(
    browser: Browser, workspace: Workspace
) -> None:
    workspace.recall.search(RecallRequest(query="zzz qqq nothing at all"))
    workspace.counts.count(*searched("degraded", "no_vectors", "nothing", 0), duration_event("search", 12.0))
    workspace.counts.flush()
    page = browser.open("insight")
    assert "2, 2 of them without a hit" in page.text
    captions = page.words("figcaption")
    assert "Searches by how they were answered" in captions
    drawn = [figure for figure in page.all("figure") if figure.css("svg")]
    named = [caption for figure in drawn if (caption := figure.css_first("figcaption"))]
    assert {"search_how", "search_fit", "search_degraded", "latency"} <= {
        str(caption.attributes["id"]).removesuffix("-caption") for caption in named
    }
    assert page.words("table tbody tr th")[-1] == "search"


def test_memories_are_told_by_grade_kind_and_whether_anybody_used_them(browser: Browser, workspace: Workspace) -> None:
    remember(workspace, "We decided to keep parcels at the third gate.")
    remember(workspace, "Parcels are weighed twice.", kind="fact")
    page = browser.open("insight")
    assert "2 memories of this project" in page.text
    assert "2 memories of this branch that no session" in page.text
    titles = page.words("#growth-grade-caption ~ svg rect title")
    assert [title.split(", ")[1] for title in titles] == ["told: 2"]


def test_the_number_of_those_never_used_leads_to_them(browser: Browser, workspace: Workspace) -> None:
    for words in ("Parcels are kept at the third gate.", "Parcels are weighed twice.", "The scale is new."):
        remember(workspace, words)
    newest, answered, _ = (memory.id for memory in workspace.memories.recent(3))
    texts = workspace.sent_texts
    texts.keep(Telling(session="s1", worktree="/w", channel="start", text=f"- {newest[:8]} · fact"), texts.mark())
    workspace.ledger.record_answer("0f9d1c2e", f"memory {answered[:12]}")
    page = browser.open("insight")
    assert "Never used 1 memory of this branch" in " ".join(page.text.split())
    left = browser.open(page.link("1 memory"))
    assert left.words("tbody td a[title]") == ["Parcels are kept at the third gate."]


def test_what_is_forgotten_is_counted_no_more(browser: Browser, workspace: Workspace) -> None:
    remember(workspace, "Parcels are weighed twice.", kind="fact")
    workspace.memories.forget(workspace.memories.recent(1)[0].id, "ada", authority=True)
    page = browser.open("insight")
    assert "0 memories of this project" in page.text
    assert page.all("svg") == []


def test_a_span_holds_its_days_and_no_others(browser: Browser, workspace: Workspace) -> None:
    now = browser.app.clock()
    for ago in (0, 29, 80, 300):
        day = (now - timedelta(days=ago)).date().isoformat()
        sql = "INSERT INTO daily_sum (day, measure, label, bucket, number) VALUES (:day, 'search_how', 'hybrid', 0, 1)"
        workspace.session_database.write(lambda c, day=day, sql=sql: c.execute(sql, {"day": day}))  # type: ignore[misc]
    shown = {}
    for days in (7, 30, 90, 365):
        page = browser.open(f"insight?days={days}")
        assert page.words(".tabs a[aria-current]") == [f"{days} days"]
        shown[days] = len(page.all("#search_how-caption ~ svg rect title"))
    assert shown == {7: 1, 30: 2, 90: 3, 365: 4}
    assert browser.open("insight?days=8").status == 400


def test_a_session_is_told_tokens_which_the_histogram_shows(browser: Browser, workspace: Workspace) -> None:
    workspace.ledger.record_told("0f9d1c2e", "/tree", "state", "x" * 4000)
    workspace.counts.count(*told_events("hook", 4000))
    workspace.counts.flush()
    page = browser.open("insight")
    assert "to 1,024, sessions: 1" in page.words("#told-caption ~ svg rect title")
    assert "briefing (hook), tokens: 1,000" in page.words("#told_tokens-caption ~ svg rect title")


def test_switched_off_it_says_so_and_shows_what_is_stored(browse: Browse, environment: dict[str, str]) -> None:
    home = Path(environment["SCRUBJAY_HOME"])
    home.mkdir(parents=True, exist_ok=True)
    (home / "config.yaml").write_text("insight:\n  keep: false\n")
    with browse() as browser:
        page = browser.open("insight")
        assert "Nothing is counted: insight.keep is false." in page.text
        assert "No call was timed" not in page.text


def test_the_vectors_are_compared_on_demand_and_the_result_stays(browser: Browser, workspace: Workspace) -> None:
    page = browser.open("insight")
    assert "They were not compared with an exact search yet." in page.text
    answered = browser.submit(page, "Compare the vectors now")
    assert (answered.status, answered.address.rpartition("/")[2]) == (200, "insight?days=30")
    workspace.counts.count(
        Event(Measure.RECALL, "queries", number=50),
        Event(Measure.RECALL, "nearest", number=500),
        Event(Measure.RECALL, "found", number=499),
    )
    workspace.counts.flush()
    again = browser.open("insight").text
    day = browser.app.clock().astimezone(UTC).date().isoformat()
    assert f"0.998 of the nearest were found, over 50 queries on {day}." in again


def test_to_look_compares_nothing_and_a_page_that_only_reads_has_no_button(browse: Browse) -> None:
    with browse(writes=False) as reading:
        assert reading.open("insight/vectors").status in (404, 405)
        assert reading.open("insight").all('form[method="post" i]') == []


def test_the_numbers_stand_in_a_table_beside_each_picture(browser: Browser, workspace: Workspace) -> None:
    remember(workspace, "Parcels are weighed twice.", kind="fact")
    page = browser.open("insight?days=7")
    figure = next(figure for figure in page.all("figure") if figure.css("svg"))
    assert len(figure.css("tbody tr")) == 7
    drawing = figure.css_first("svg")
    assert drawing
    assert drawing.attributes["role"] == "img"
    assert all("style" not in node.attributes for node in page.all("*"))


@pytest.mark.parametrize("days", [7, 30, 90, 365])
def test_the_page_of_a_full_year_stays_small(browser: Browser, workspace: Workspace, days: int) -> None:
    rows = [
        {"day": (browser.app.clock() - timedelta(days=ago)).date().isoformat(), "m": measure, "l": label, "b": bucket}
        for ago in range(365)
        for measure, label, bucket in (
            ("search_how", "hybrid", 0), ("search_how", "degraded", 0), ("search_fit", "good", 0),
            *(("milliseconds", "search", bucket) for bucket in range(20, 26)),
        )
    ]  # fmt: skip
    sql = "INSERT INTO daily_sum (day, measure, label, bucket, number) VALUES (:day, :m, :l, :b, 7)"
    workspace.session_database.write(lambda c: c.executemany(sql, rows))
    assert len(browser.open(f"insight?days={days}").html.encode()) < 100_000
