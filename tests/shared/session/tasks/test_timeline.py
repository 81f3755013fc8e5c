"""Sessions stand on a timeline, each with its sub-agents, and are forgotten with everything that is kept of them."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.errors import NotFound, UsageError
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.session.conversations.conversations import Conversations
from scrubjay.session.tasks.forgetting import SessionForgetting
from scrubjay.session.tasks.points import HookReport, SessionPoints
from scrubjay.session.tasks.quarantined import impose
from scrubjay.session.tasks.sent import SentTexts, Telling, forget_words
from scrubjay.session.tasks.task import Note, SessionSave
from scrubjay.session.tasks.tasks import Tasks
from scrubjay.session.tasks.timeline import Timeline, TimelineFilters
from scrubjay.storage.database import Database
from tests.fakes import MovingClock

LONG = "3f2a9c1e-0000-4000-8000-00000000000"


@pytest.fixture
def watch() -> MovingClock:
    return MovingClock()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "session.db", "session") as opened:
        yield opened


@pytest.fixture
def tell(database: Database, watch: MovingClock) -> Callable[..., None]:
    def telling(session: str, text: str = "text", worktree: str = "/w", client: str = "codex") -> None:
        texts = SentTexts(database, watch, 90)
        entry = Telling(session=session, worktree=worktree, channel="start", text=text, client=client)
        texts.keep(entry, texts.mark())

    return telling


@pytest.fixture
def tasks(database: Database, watch: MovingClock) -> Tasks:
    return Tasks(database, watch)


@pytest.fixture
def forgetting(database: Database, watch: MovingClock) -> SessionForgetting:
    conversations = Conversations(database, Tokenizer(), watch, 90, "auto")
    points = SessionPoints(database, watch)
    return SessionForgetting(
        database, conversations, points, (), lambda words: database.write(lambda c: forget_words(c, words))
    )


def listed(database: Database, **filters: str) -> list[str]:
    return [entry.session for entry in Timeline(database).page(TimelineFilters(**filters), 10)[0]]


def test_the_session_that_went_on_last_stands_first(
    database: Database, watch: MovingClock, tell: Callable[..., None]
) -> None:
    for session in ("s1", "s2", "s1/child"):
        tell(session)
        watch.now += timedelta(hours=1)
    (first, second), total = Timeline(database).page(TimelineFilters(), 10)
    assert (first.session, first.told, second.session, total) == ("s1", 1, "s2", 2)


def test_a_timeline_is_narrowed(
    database: Database, watch: MovingClock, tell: Callable[..., None], tasks: Tasks
) -> None:
    tell("s1", worktree="/a")
    tasks.save("feat", "c1", SessionSave(summary="Done.", session="s2"))
    day = f"{watch():%Y-%m-%d}"
    assert listed(database, worktree="/a") == ["s1"]
    assert listed(database, branch="feat") == ["s2"]
    assert listed(database, client="codex") == ["s1"]
    assert listed(database, day=day) == ["s1", "s2"]
    assert listed(database, day="2001-02-03") == []
    assert Timeline(database).choices() == {"worktree": ("/a",), "branch": ("feat",), "client": ("codex",)}


def test_a_session_that_saved_names_its_branch_when_that_was_merged(database: Database, watch: MovingClock) -> None:
    report = HookReport(session="s1", branch="merged:feat", head="c1", event="Stop", worktree="/w")
    SessionPoints(database, watch).report(report)
    assert Timeline(database).page(TimelineFilters(), 10)[0][0].branches == ("feat",)


def test_the_working_set_is_known_as_a_session_met_it_and_as_it_left_it(database: Database, tasks: Tasks) -> None:
    tasks.note("main", "c1", Note("first", "next", session="earlier"))
    tasks.look("main", "c1", "s1")
    tasks.note("main", "c1", Note("second", "next", session="s1"))
    tasks.look("main", "c1", "s1")
    (work,) = Timeline(database).work("s1")
    assert work.before is not None
    assert (work.before.next_steps, work.after.next_steps) == (("first",), ("first", "second"))


def test_how_a_session_met_the_work_that_wrote_before_it_looked_is_not_known(database: Database, tasks: Tasks) -> None:
    tasks.note("main", "c1", Note("second", "next", session="s1"))
    tasks.look("main", "c1", "s1")
    assert Timeline(database).work("s1")[0].before is None


def test_what_a_quarantined_session_wrote_is_in_no_other_ones_work(database: Database, tasks: Tasks) -> None:
    tasks.note("main", "c1", Note("feed the quetzal", "next", session="bad"))
    tasks.save("main", "c1", SessionSave(summary="Fed the quetzal.", session="bad"))
    tasks.look("main", "c1", "s1")
    database.write(lambda c: impose(c, "bad", ()))
    (work,) = Timeline(database).work("s1")
    assert work.before is not None
    assert (work.before.next_steps, work.after.next_steps) == ((), ())
    assert Timeline(database).saves("bad") == ()
    assert Timeline(database).is_quarantined("bad")


def test_a_session_is_forgotten_with_what_its_save_said_to_others(
    database: Database, tasks: Tasks, tell: Callable[..., None], forgetting: SessionForgetting, watch: MovingClock
) -> None:
    tell("s1", "Task: weigh")
    tasks.save("main", "c1", SessionSave(summary="Weighed the parcels of the aviary.", session="s1"))
    tell("s2", "Last session, noted by the agent: Weighed the parcels of the aviary.\nGoals:")
    (found,) = forgetting.found("s1")
    assert (found.told, found.saves) == (1, 1)
    forgetting.forget([found])
    assert listed(database) == ["s2"]
    assert [text.text for text in SentTexts(database, watch, 90).told("s2")] == ["(forgotten)\nGoals:"]


def test_a_session_that_told_nobody_anything_leaves_the_texts_of_others(
    database: Database, tell: Callable[..., None], forgetting: SessionForgetting, watch: MovingClock
) -> None:
    tell("s1")
    tell("s2", "text of s2")
    forgetting.forget(forgetting.found("s1"))
    assert [text.text for text in SentTexts(database, watch, 90).told("s2")] == ["text of s2"]


def test_a_session_is_found_by_its_beginning(tell: Callable[..., None], forgetting: SessionForgetting) -> None:
    for session in (f"{LONG}1", f"{LONG}1/child", f"{LONG[:-1]}22"):
        tell(session)
    assert [one.id for one in forgetting.found(f"{LONG}1"[:36])] == [f"{LONG}1", f"{LONG}1/child"]
    with pytest.raises(UsageError, match="begins 2 sessions"):
        forgetting.found(LONG[:8])
    with pytest.raises(NotFound):
        forgetting.found("")
