"""Two days of three sessions in two worktrees, with a compaction, a kill -9 and a merge.

Each hears what a colleague would say, and nothing of the other worktree's unmerged work.

Plain calls of the hooks, the core and git; test_claude_code runs the client's real program.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.head import head
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.tokens import count_tokens
from scrubjay.integrations.client_hooks.event import handle_event
from scrubjay.session.tasks.merge import parse_kind
from scrubjay.session.tasks.task import Note, SessionSave, TaskChange
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.patience import PATIENCE_S

QUEUE_ADR = "# 2. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nOrders wait in a queue.\n"
PAY_ADR = "# 3. Pay by invoice\n\n## Status\n\nAccepted\n\n## Decision\n\nLarge orders are paid by invoice.\n"
BASE = {
    "docs/adr/0001-monolith.md": "# 1. Monolith first\n\n## Status\n\nAccepted\n\n## Decision\n\nOne service.\n",
    "src/shop.py": "def order(): ...\n",
}


@dataclass
class Days:
    """The developer, the client and the clock of two days."""

    home: App
    environment: dict[str, str]
    now: datetime = field(default=datetime(2026, 3, 2, 9, 0, tzinfo=UTC))

    def clock(self) -> datetime:
        return self.now

    def later(self, **delta: float) -> None:
        self.now += timedelta(**delta)

    def at(self, repo: Repo) -> Workspace:
        return self.home.workspace(repo.path)

    def worker(self, repo: Repo) -> None:
        """What the worker does after a commit, a checkout or the end of a session."""
        at = self.at(repo)
        at.documents.ingest(at.documents.view(), cause="test")
        at.briefer.prepare()

    def commit(self, repo: Repo, message: str, files: dict[str, str | bytes]) -> str:
        made = repo.commit(message, files, date=self.now.isoformat())
        self.worker(repo)
        return made

    def fire(self, event: str, repo: Repo, session: str, **more: str) -> str:
        said = {"hook_event_name": event, "session_id": session, "cwd": str(repo.path), **more}
        home = Path(self.environment["SCRUBJAY_HOME"])
        out = handle_event(json.dumps(said).encode(), home, self.environment, self.clock, lambda *_: None)
        return str(json.loads(out)["hookSpecificOutput"]["additionalContext"]) if out else ""

    def start(self, repo: Repo, session: str, source: str = "startup") -> str:
        text = self.fire("SessionStart", repo, session, source=source)
        assert count_tokens(text) <= 1500
        return text

    def note(self, repo: Repo, session: str, kind: str, text: str) -> None:
        at = self.at(repo)
        here = head(at.git)
        at.tasks.note(here.branch, here.commit, Note(text, parse_kind(kind), session))


@pytest.fixture
def days(environment: dict[str, str]) -> Iterator[Days]:
    story: list[Days] = []
    with open_app(
        load_settings(environment),
        git_environment=GitEnvironment.of(environment),
        embedder=HashingEmbedder(),
        clock=lambda: story[0].now,
        wake=lambda: None,
    ) as home:
        story.append(Days(home, environment))
        yield story[0]


NOTES_AND_WAITS = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.git.head import head
from scrubjay.session.tasks.task import Note
from scrubjay.settings.layers import load_settings
now = datetime.fromisoformat(sys.argv[2])
settings = load_settings(os.environ | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
with open_app(settings, git_environment=GitEnvironment.of(os.environ), clock=lambda: now, wake=lambda: None) as app:
    at = app.workspace(Path(sys.argv[1]))
    here = head(at.git)
    for kind, text in (("doing", "Totals of invoices"), ("dead_end", "Round each line -> the sum is a cent off")):
        at.tasks.note(here.branch, here.commit, Note(text, kind, "s2"))
    print("acknowledged", flush=True)
    sys.stdin.read()
"""
"""A server whose session is killed after two answers."""


def killed_at_work(days: Days, repo: Repo) -> None:
    command = [sys.executable, "-c", NOTES_AND_WAITS, str(repo.path), days.now.isoformat()]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    process = subprocess.Popen(command, env=days.environment, text=True, **pipes)  # type: ignore[call-overload]
    try:
        assert process.stdout.readline() == "acknowledged\n"
    finally:
        process.kill()  # SIGKILL: nothing can be said any more
        process.communicate(timeout=PATIENCE_S)


def test_three_sessions_of_two_days(days: Days, repo: Repo, tmp_path: Path) -> None:
    repo.commit("Begin", BASE, date=days.now.isoformat())
    days.home.initialise(repo.path)
    days.worker(repo)
    shop, pay = repo, Repo(tmp_path / "pay", repo.environment)
    shop.git("worktree", "add", "-q", "-b", "feature/pay", str(pay.path))
    shop.git("switch", "-q", "-c", "feature/queue")

    # Day 1, nine o'clock: the queue, in the main worktree.
    text = days.start(shop, "s1")
    assert "Task: none set" in text or "session_init" in text
    at = days.at(shop)
    details = {"goals": ["No order is lost"], "constraints": ["No new service"], "open_questions": ["How long?"]}
    at.tasks.set("feature/queue", head(at.git).commit, TaskChange("Put orders into a queue", details, session="s1"))
    days.note(shop, "s1", "dead_end", "Redis streams -> the host has none")
    days.note(shop, "s1", "decision", "Acknowledge after the write")
    days.later(hours=1)
    days.commit(shop, "Decide on a queue", {"docs/adr/0002-queue.md": QUEUE_ADR, "src/queue.py": "q = []\n"})
    days.fire("Stop", shop, "s1")

    # Half past ten: its context is compacted, and it loses nothing.
    days.later(minutes=30)
    days.fire("PreCompact", shop, "s1", trigger="auto")
    text = days.start(shop, "s1", "compact")
    for fact in (
        "Put orders into a queue", "No order is lost", "No new service", "How long?",
        "Redis streams -> the host has none", "Acknowledge after the write", "ADR-002 Use a queue", "Decide on a queue",
    ):  # fmt: skip
        assert fact in text

    # Meanwhile somebody pays by invoice in the other worktree, and the machine dies.
    text = days.start(pay, "s2")
    assert "queue" not in text.lower()
    at = days.at(pay)
    at.tasks.set("feature/pay", head(at.git).commit, TaskChange("Let large orders be paid by invoice", session="s2"))
    days.commit(pay, "Decide on invoices", {"docs/adr/0003-invoice.md": PAY_ADR, "src/invoice.py": "i = 1\n"})
    days.fire("Stop", pay, "s2")
    killed_at_work(days, pay)

    # Noon: the first session ends as it should.
    days.later(hours=1)
    done = days.commit(shop, "Let the worker take orders", {"src/worker.py": "w = 1\n"})
    save = SessionSave(
        summary="The queue works.",
        completed=("The queue",),
        in_progress="",
        blockers=(),
        next_steps=("Merge it",),
        session="s1",
    )
    days.at(shop).tasks.save("feature/queue", done, save)
    days.fire("SessionEnd", shop, "s1")
    days.worker(shop)

    # Day 2: the third session goes on where the second one was killed. Nobody prepared a briefing since.
    days.later(days=1)
    text = days.start(pay, "s3")
    for fact in (
        "Task: Let large orders be paid by invoice", "In progress: Totals of invoices",
        "Round each line -> the sum is a cent off", "Session s2 was last at work here 1 d ago and left no save",
    ):  # fmt: skip
        assert fact in text
    assert "queue" not in text.lower()
    text = days.at(pay).briefer.compose(session="another").text
    for fact in ("Against main: 1 commit ahead, 0 behind", "Decide on invoices", "ADR-003 Pay by invoice"):
        assert fact in text
    assert "queue" not in text.lower()

    # The queue is merged; on main its work is known, the invoices are not.
    shop.git("switch", "-q", "main")
    shop.git("merge", "-q", "--no-ff", "--no-edit", "feature/queue", date=days.now.isoformat())
    days.worker(shop)
    text = days.start(shop, "s3", "clear")
    for fact in (
        "Merged: Put orders into a queue (feature/queue, merged, seen just now)", "Acknowledge after the write",
        "Redis streams -> the host has none", "ADR-002 Use a queue", "Left open on feature/queue:\n- Merge it",
    ):  # fmt: skip
        assert fact in text
    assert "invoice" not in text.lower()
    assert "Put orders into a queue" not in days.start(pay, "s3", "clear")

    # The same moment, the same words.
    assert days.start(shop, "s4") == text.replace("s3", "s4")
