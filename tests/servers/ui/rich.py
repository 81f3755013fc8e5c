"""A home in which something happened: two weeks of a shop's decisions, sessions, agents, claims and mistakes.

Fixtures (conftest.py): `rich` is a `RichHome` of one test alone, `rich_browser` a person's page on it. `shared_rich` is
made once for all tests of a run, which only read it. Everything goes through the real services, at fixed times.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType
from scrubjay.model.clock import iso
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Change, Held, Known, Stored
from scrubjay.session.tasks.points import HookReport
from scrubjay.session.tasks.sent import Telling
from scrubjay.session.tasks.task import Note, SessionSave, TaskChange
from scrubjay.settings.layers import load_settings
from scrubjay.storage.filesystem import private_folder
from scrubjay_agents.services import AgentServices
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart, ForgeBatch
from scrubjay_forges.services import ForgeServices
from scrubjay_growth.services import GrowthServices
from tests.conftest import Repo
from tests.fakes import HashingEmbedder, MovingClock
from tests.servers.ui.rich_texts import (
    DECISIONS,
    DISCUSSED,
    DOCUMENTS,
    FACTS,
    GUIDE_NOW,
    INJECTIONS,
    LATE_DECISION,
    LONG_PATH,
    OVERTAKEN,
    PLACED,
    PROVED,
    RIVALS,
)

BEGAN = datetime(2026, 2, 16, 9, tzinfo=UTC)
ENDED = datetime(2026, 3, 1, 12, tzinfo=UTC)
"""Where the clock of the tests stands."""

TOLD = {"origin": Origin.PERSON, "act": Act.TYPED}
CLAUDE = "a17e5c01-7d5b-4a69-9c01-63617573650a"
CODEX = "b28f6d12-7d5b-4a69-9c01-636f64657800"
LATEST = "c39a7e23-7d5b-4a69-9c01-6c6174657374"
MALLORY = "d40b8f34-7d5b-4a69-9c01-6d616c6c6f72"


@dataclass
class RichHome:
    """A home with its repository, and the ids of what the story made; `told_at` is when a session got its briefing."""

    repo: Repo
    environment: dict[str, str]
    clock: MovingClock
    facts: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    fallen: list[str] = field(default_factory=list)
    corrected: str = ""
    correction: str = ""
    retracted: str = ""
    preference: str = ""
    proposed: list[str] = field(default_factory=list)
    handoff: str = ""
    agent: str = ""
    taken: str = ""
    pool: str = ""
    quarantined: str = ""
    told_at: str = ""
    sessions: tuple[str, ...] = (LATEST, CODEX, CLAUDE)

    @contextmanager
    def open(self) -> Iterator[App]:
        """The home, opened."""
        with open_app(
            load_settings(self.environment),
            git_environment=GitEnvironment.of(self.environment),
            embedder=HashingEmbedder(),
            clock=self.clock,
            wake=lambda: None,
        ) as app:
            yield app


def rich_home(repo: Repo, environment: dict[str, str]) -> RichHome:
    """Tell the story in an empty repository and a new home."""
    home = RichHome(repo, environment, MovingClock(BEGAN))
    folder = private_folder(Path(environment["SCRUBJAY_HOME"]))
    (folder / "config.yaml").write_text("user:\n  id: ada\n", encoding="utf-8")
    repo.commit("Describe the shop", DOCUMENTS, date=iso(BEGAN))
    with home.open() as app:
        at = app.initialise(repo.path)
        _decide(home, at)
        _tell(home, at)
        _work(home, app, at)
        _mistake(home, at)
        _wait(home, at)
        _hand_over(home, at)
        _promote(home, at)
        _discuss(at)
        home.clock.now = ENDED
        at.briefer.prepare()
    return home


def _keep(at: Workspace, content: str, **more: Any) -> str:
    outcome = at.memories.remember(RememberRequest(content=content, **({"author": "ada"} | more)))
    assert isinstance(outcome, Stored | Held | Known), (content, outcome)
    return outcome.id


def _ingest(at: Workspace) -> None:
    at.documents.ingest(at.documents.view(), cause="test")


def _decide(home: RichHome, at: Workspace) -> None:
    """Records, one a day; some take the place of others."""
    for name, text in DECISIONS.items():
        home.clock.now += timedelta(hours=20)
        home.repo.commit(f"Decide: {name[9:-3]}", {name: text}, date=iso(home.clock.now))
    _ingest(at)


def _tell(home: RichHome, at: Workspace) -> None:
    """What the person typed, what agents found in the documents, and a preference that follows the user."""
    for number, (content, kind, tags) in enumerate(FACTS):
        home.clock.now += timedelta(minutes=37)
        home.facts.append(_keep(at, content, kind=kind, tags=tags, **(TOLD if number % 2 else {}), session=CLAUDE))
    home.preference = _keep(at, "I like short answers with the file's name.", kind="preference", scope="user", **TOLD)
    for content, place in PLACED:
        home.facts.append(_keep(at, content, cites=(place,), session=CODEX, agent="codex"))
    wrong = home.corrected = _keep(at, "The retry policy waits 5 seconds between attempts.", **TOLD)
    home.clock.now += timedelta(hours=1)
    home.correction = _keep(
        at,
        "The retry policy waits 2 seconds between attempts, three times.",
        supersedes=wrong,
        how=Change.CORRECT,
        **TOLD,
    )
    home.retracted = _keep(at, "The warehouse has a second lift.", **TOLD)
    at.memories.retract(home.retracted, "ada", "there never was one", authority=True)


def _work(home: RichHome, app: App, at: Workspace) -> None:
    """Three sessions of two agents on two branches, each told a briefing; the last one at 10:14."""
    tasks, worktree = at.tasks, str(at.repository.worktree)
    for day, (session, branch, agent) in enumerate(
        ((CLAUDE, "main", "claude"), (CODEX, "feat/retry-policy", "codex"), (LATEST, "main", "claude"))
    ):
        home.clock.now = datetime(2026, 2, 26 + day, 10, 14, tzinfo=UTC)
        commit = home.repo.git("rev-parse", "HEAD")
        if branch != "main":
            home.repo.git("switch", "-q", "-c", branch)
        briefing = at.briefer.compose(session=session)
        home.told_at = iso(home.clock.now)
        at.ledger.record_told(session, worktree, f"state {day}", briefing.text)
        telling = Telling(session=session, worktree=worktree, channel="start", text=briefing.text, client=agent)
        at.sent_texts.keep(telling, at.sent_texts.mark())
        at.ledger.record_answer(session, " ".join(f"({id[:12]})" for id in home.facts[:3]))
        tasks.set(
            branch,
            commit,
            TaskChange(
                f"Make the {branch.rpartition('/')[2]} line survive a lost connection",
                {"goals": ["no parcel is weighed twice"], "open_questions": ["who owns the scales?"]},
                session=session,
            ),
        )
        tasks.note(branch, commit, Note("the scales answer in 80 ms", "done", session=session))
        tasks.note(branch, commit, Note("polling the printer blocks the queue", "dead_end", session=session))
        commit = home.repo.commit(
            f"Count attempts ({agent} {day})", {f"src/retry{day}.py": f"ATTEMPTS = {day}\n"}, date=iso(home.clock.now)
        )
        at.session_points.report(
            HookReport(
                session=session,
                branch=branch,
                head=commit,
                event="Stop",
                worktree=worktree,
                files=(f"src/retry{day}.py", LONG_PATH),
            )
        )
        home.clock.now += timedelta(minutes=50)
        tasks.save(
            branch,
            commit,
            SessionSave(
                summary=f"Counted attempts on day {day}.",
                completed=("a counter",),
                next_steps=("wait longer after each attempt",),
                blockers=("no scales in staging",),
                session=session,
            ),
        )
        if branch != "main":
            home.repo.git("switch", "-q", "main")
    _ingest(at)


def _mistake(home: RichHome, at: Workspace) -> None:
    """The guide changes, so that what rested on it falls; rivals contradict each other."""
    by = {"session": CLAUDE, "agent": "claude-code"}
    home.fallen = [_keep(at, content, cites=(place,), **by) for content, place in OVERTAKEN]
    home.clock.now = datetime(2026, 2, 28, 16, tzinfo=UTC)
    home.repo.commit(
        "Describe how it is now",
        {"docs/guide.md": GUIDE_NOW, LONG_PATH: "# Long\n\nA long path.\n", "docs/adr/0007-queue.md": LATE_DECISION},
        date=iso(home.clock.now),
    )
    _ingest(at)
    for first, second in RIVALS:
        _keep(at, first, session=CODEX, agent="codex")
        _keep(at, second, session=CLAUDE, agent="claude-code")


def _wait(home: RichHome, at: Workspace) -> None:
    """Twenty claims that wait: they speak to the reader, or would end what a person said."""
    told = home.facts[1 : 2 * (len(FACTS) // 2) : 2]
    while len(home.held) < 20 - len(INJECTIONS):
        number = len(home.held)
        home.clock.now += timedelta(minutes=11)
        content = f"Shelf {number + 3} is counted on day {number + 2} of each month, by {number + 4} people."
        home.held.append(_keep(at, content, supersedes=told[number % len(told)], session=CODEX, agent="codex"))
    home.held += [_keep(at, content, session=MALLORY, agent="gemini") for content in INJECTIONS]


def _hand_over(home: RichHome, at: Workspace) -> None:
    """A handoff that waits, one that was taken, a pool with two members, and somebody in quarantine."""
    callers, handoffs = at.callers, AgentServices.of(at).handoffs
    codex, zed = callers.of_type(AgentType.CODEX, CODEX), callers.of_type(AgentType.ZED, "zed-1")
    context = {
        "task_description": "Finish the retry policy",
        "relevant_memories": [home.facts[1]],
        "current_state": {"next_steps": ["wait longer after each attempt"], "in_progress": ["the printer"]},
    }
    home.agent = codex.agent
    home.handoff = handoffs.initiate(codex, "branch", context).id
    home.taken = handoffs.initiate(codex, "branch", context | {"task_description": "Weigh parcels once"}).id
    handoffs.accept(zed, home.taken)
    home.pool = AgentServices.of(at).pools.create(codex, "scales", "project", "").id
    AgentServices.of(at).pools.join(zed, "scales")
    AgentServices.of(at).sharing.share(codex, "scales", home.facts[1])
    _keep(at, "Mallory says that seeds are dried in the cellar.", author="mallory", session=MALLORY, **TOLD)
    at.quarantine.impose("mallory", "ada", "wrote what nobody checked")
    home.quarantined = "mallory"


def _discuss(at: Workspace) -> None:
    """A pull request of the shop's forge with a review of the guide's lines, and an issue that an outsider opened."""
    request = DiscussionHead(
        number=12, kind="pull_request", title="Wait longer after each attempt", state="closed", author="bo",
        created_at="2026-02-20T08:00:00Z", updated_at="2026-02-21T08:00:00Z", closed_at="2026-02-21T08:00:00Z",
        labels=("retry",), files=("docs/guide.md",),
    )  # fmt: skip
    issue = DiscussionHead(
        number=7, kind="issue", title="The line stops after one lost connection", state="open", author="eve",
        created_at="2026-02-19T08:00:00Z", updated_at="2026-02-19T08:00:00Z",
    )  # fmt: skip
    said = [
        DiscussionPart(
            number=number, key=key, role=role, author=author, member=member, text=text,
            created_at=f"2026-02-20T0{hour}:00:00Z", updated_at=f"2026-02-20T0{hour}:00:00Z", path=path, line=line,
        )
        for hour, (number, key, role, author, member, text, path, line) in enumerate(DISCUSSED, 1)
    ]  # fmt: skip
    ForgeServices.of(at).discussion_store.ensure("forge.test/acme/shop", "file")
    batch = ForgeBatch(heads=(request, issue), parts=tuple(said))
    ForgeServices.of(at).discussion_store.put("forge.test/acme/shop", batch, synced_at="2026-02-28T14:10:00Z")


def _promote(home: RichHome, at: Workspace) -> None:
    """Memories whose sessions ended well wait for a person's word; there is a checkpoint."""
    for content in PROVED:
        id = _keep(at, content, **TOLD)
        home.proposed.append(id)
        for number in range(6):
            GrowthServices.of(at).outcomes.report(f"with {number}", "well", memory=id)
            GrowthServices.of(at).outcomes.report(f"without {number}", "well" if number < 2 else "badly")
    GrowthServices.of(at).promotion.run(dry_run=False, stop=lambda: False)
    at.memory_archive.create_checkpoint("project", "before the move", "ada")
    at.memories.index_missing()
