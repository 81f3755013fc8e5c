"""Sessions: what an agent was told at a moment, what it did and left, and a session that is forgotten."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import Workspace
from scrubjay.git.head import head
from scrubjay.integrations.client_hooks.event import handle_event
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from scrubjay.session.tasks.sent import Telling
from scrubjay.session.tasks.task import Note, SessionSave, TaskChange
from scrubjay_ui.views.sessions_queries import MAX_TEXTS, WorkingSetChange, anchors, changes, end_of_minute
from tests.conftest import Repo
from tests.servers.ui.conftest import Browser

SESSION = "3f2a9c1e-0000-4000-8000-000000000001"
CLAIM = "The gate of the aviary opens at six."


@pytest.fixture
def fire(environment: dict[str, str], clock: Callable[[], datetime], project: Repo) -> Callable[..., str]:
    """Fires a client's hook in a session."""

    def firing(event: str = "SessionStart", session: str = SESSION, **more: str) -> str:
        said = {"hook_event_name": event, "session_id": session, "cwd": str(project.path), "source": "startup", **more}
        home = Path(environment["SCRUBJAY_HOME"])
        out = handle_event(json.dumps(said).encode(), home, environment, clock, lambda *_: None)
        return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""

    return firing


def remember(at: Workspace, content: str = CLAIM, session: str = "") -> str:
    request = RememberRequest(content=content, author="ada", session=session, origin=Origin.PERSON, act=Act.TYPED)
    outcome = at.memories.remember(request)
    assert isinstance(outcome, Stored)
    return outcome.id


def tell(at: Workspace, text: str, session: str = SESSION) -> None:
    telling = Telling(session=session, worktree=str(at.repository.worktree), channel="start", text=text)
    at.sent_texts.keep(telling, at.sent_texts.mark())


def test_the_briefing_of_a_hook_is_shown_as_it_was_sent(
    browser: Browser, workspace: Workspace, fire: Callable[..., str], clock: Callable[[], datetime]
) -> None:
    remember(workspace)
    workspace.briefer.prepare()
    said = fire()
    assert CLAIM in said
    listed = browser.open("sessions")
    detail = browser.open(str(listed.all("tbody a")[0].attributes["href"]))
    (shown,) = detail.all("section[id^=told-] pre")
    assert shown.text().strip() == said.strip()
    assert detail.all(f"#told-{clock():%H%M}")


def test_a_moment_leads_to_what_was_told_then(
    browser: Browser, workspace: Workspace, clock: Callable[[], datetime]
) -> None:
    tell(workspace, "first text", "s1")
    tell(workspace, "second text", "s2")
    listed = browser.open(f"sessions?at={clock():%H:%M}")
    assert listed.address.endswith(f"/sessions/s2#told-{clock():%H%M}")
    assert "second text" in listed.text


@pytest.mark.parametrize(
    ("moment", "status", "words"),
    [
        ("10:14&day=2001-02-03", 200, "Nothing was told on 2001-02-03 up to 10:14."),
        ("noon", 400, "is no moment"),
        ("25:00", 400, "is no moment"),
    ],
)
def test_a_moment_without_a_text_says_so(browser: Browser, moment: str, status: int, words: str) -> None:
    page = browser.open(f"sessions?at={moment}")
    assert page.status == status
    assert words in page.text


def test_where_no_session_was_the_page_says_so(browser: Browser) -> None:
    assert "No session is known here." in browser.open("sessions").text


def test_the_list_is_narrowed_by_day_branch_and_client(browser: Browser, workspace: Workspace) -> None:
    tell(workspace, "text", "s1")
    day = workspace.sent_texts.last_day()
    listed = browser.open(f"sessions?day={day}")
    assert listed.words("tbody td:last-child") == ["s1"]
    assert listed.words("tbody a") == [f"{day} 12:00"], "a session is called by its time"
    for narrowed in ("day=2001-02-03", "branch=elsewhere", "client=zed", "worktree=%2Fnowhere"):
        assert browser.open(f"sessions?{narrowed}").words("tbody a") == []
    assert browser.open("sessions?day=yesterday").status == 400


def test_a_session_shows_what_it_did_and_left(browser: Browser, workspace: Workspace, project: Repo) -> None:
    at = head(workspace.git)
    tasks = workspace.tasks
    tasks.set(at.branch, at.commit, TaskChange("Weigh parcels", session="earlier"))
    tasks.look(at.branch, at.commit, SESSION)
    tasks.note(at.branch, at.commit, Note("buy seeds", "next", session=SESSION))
    project.commit("Weigh every parcel", {"gate.md": "# Gate\n"})
    later = head(workspace.git)
    save = SessionSave(summary="Weighed.", dead_ends=("spring scales -> too coarse",), session=SESSION)
    tasks.save(later.branch, later.commit, save)
    id = remember(workspace, session=SESSION)
    page = browser.open(f"sessions/{SESSION}")
    for words in ("Weigh every parcel", "Weighed.", "spring scales -> too coarse", CLAIM):
        assert words in page.text
    assert page.link(CLAIM) == f"/w/{browser.place}/memories/{id}"
    assert "dead ends" in page.words("tbody th")


def test_a_session_that_was_never_here_is_not_found(browser: Browser) -> None:
    assert [browser.open(f"sessions/{name}").status for name in ("other", "other/turns", "other/forget")] == [404] * 3


def test_what_was_said_is_shown_a_page_at_a_time(browser: Browser, workspace: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "said.jsonl"
    turns = [{"session": SESSION, "role": "user", "text": f"question {number}"} for number in range(60)]
    file.write_text("".join(json.dumps(turn) + "\n" for turn in turns))
    workspace.conversations.import_file(file)
    first = browser.open(browser.open(f"sessions/{SESSION}").link("Transcript"))
    assert "question 0" in first.text
    assert "question 59" not in first.text
    assert "question 59" in browser.open(first.link("Next")).text


def test_a_forgotten_session_is_gone_after_a_page_that_asked(
    browser: Browser, workspace: Workspace, environment: dict[str, str], tmp_path: Path
) -> None:
    word = "q" + "uetzal" * 3
    at = head(workspace.git)
    tell(workspace, f"Task: feed the {word}")
    file = tmp_path / "said.jsonl"
    file.write_text(json.dumps({"session": SESSION, "role": "user", "text": f"Where is the {word}?"}) + "\n")
    workspace.conversations.import_file(file)
    workspace.tasks.save(at.branch, at.commit, SessionSave(summary=f"Fed {word}", session=SESSION))
    tell(workspace, f"Last session, noted by the agent: Fed {word}", "later")
    asked = browser.open(browser.open(f"sessions/{SESSION}").link("Forget this session"))
    assert "Forgetting can't be undone." in asked.text
    assert browser.open(f"sessions/{SESSION}").status == 200
    done = browser.submit(asked, "Forget it")
    assert "is forgotten" in done.text
    assert browser.open(f"sessions/{SESSION}").status == 404
    for file in Path(environment["SCRUBJAY_HOME"]).rglob("session.db*"):
        assert word.encode() not in file.read_bytes()


def test_a_page_that_only_reads_forgets_nothing(
    browse: Callable[..., AbstractContextManager[Browser]], project: Repo
) -> None:
    with browse(writes=False) as browser:
        tell(browser.app.workspace(project.path), "text")
        page = browser.open(f"sessions/{SESSION}")
        assert "text" in page.text
        assert "Forget" not in page.text
        assert browser.open(f"sessions/{SESSION}/forget").status == 403
        assert browser.send(f"sessions/{SESSION}/forget").status == 403


def test_what_was_told_before_a_quarantine_is_withheld(browser: Browser, workspace: Workspace) -> None:
    remember(workspace, "The mallory gate is open.", "bad-session")
    tell(workspace, "The mallory gate is open.")
    workspace.quarantine.impose("bad-session", "ada")
    page = browser.open(f"sessions/{SESSION}")
    assert "mallory" not in page.text
    assert "Withheld" in page.text


def test_markup_and_marks_of_direction_in_a_session_are_shown(browser: Browser, workspace: Workspace) -> None:
    name = '<img src=x onerror="a()">\u202e'
    tell(workspace, f"Task: {name}", name)
    listed = browser.open("sessions")
    page = browser.open(str(listed.all("tbody a")[0].attributes["href"]))
    assert page.status == 200
    assert "Task: <img" in page.words("pre")[0]
    assert not page.all("main img")
    assert "\u202e" not in page.html


def test_a_second_text_of_a_minute_has_an_anchor_of_its_own() -> None:
    moments = ["2026-11-02T10:14:00Z", "2026-11-02T10:14:30Z", "2026-11-02T10:15:00Z"]
    assert anchors(moments) == ("told-1014", "told-1014-2", "told-1015")


def test_a_moment_means_the_end_of_its_minute() -> None:
    assert end_of_minute("9:05", "2026-11-02") == "2026-11-02T09:05:59Z"
    assert end_of_minute("2026-11-01 10:14", "2026-11-02") == "2026-11-01T10:14:59Z"


def test_a_working_set_is_compared_part_by_part(workspace: Workspace) -> None:
    at = head(workspace.git)
    tasks = workspace.tasks
    tasks.note(at.branch, at.commit, Note("buy seeds", "next"))
    before = tasks.get(at.branch)
    tasks.set(at.branch, at.commit, TaskChange("Weigh"))
    after = tasks.get(at.branch)
    assert before is not None
    assert after is not None
    assert changes(before, after) == (
        WorkingSetChange("task", (), (), ("Weigh",)),
        WorkingSetChange("next steps", ("buy seeds",), (), ()),
    )


def test_many_texts_stand_on_several_pages_and_a_moment_leads_to_the_right_one(
    browser: Browser, workspace: Workspace
) -> None:
    for number in range(MAX_TEXTS + 2):
        tell(workspace, f"text {number}")
    first = browser.open(f"sessions/{SESSION}")
    assert len(first.words("pre")) == MAX_TEXTS
    found = browser.open("sessions?at=23:59")
    assert f"page=2#told-1200-{MAX_TEXTS + 2}" in found.address
    assert found.words("pre") == ["text 25", "text 26"]


def test_a_session_of_another_project_is_not_found(
    browser: Browser, workspace: Workspace, make_repo: Callable[..., Repo]
) -> None:
    other = make_repo("aviary")
    other.commit("first", {"README.md": "# Aviary\n"})
    tell(browser.app.initialise(other.path), "feed the magpies")
    for address in (SESSION, f"{SESSION}/turns", f"{SESSION}/forget"):
        page = browser.open(f"sessions/{address}")
        assert (page.status, "magpies" in page.html) == (404, False)
    assert "No session is known here." in browser.open("sessions").text
