"""People who work on one repository: each with a clone, a home, agents with transcripts, and a worker once a day."""

import threading
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import cast

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.person.lineage import Process
from scrubjay.inference.language import Completion, LanguageModel
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.transcript.session import CallingClient, Folders
from scrubjay.model.clock import iso
from scrubjay.model.evidence import Act, Origin
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.search.recall.answer import RecallHit, RecallRequest
from scrubjay.session.tasks.points import HookReport
from scrubjay.settings.layers import load_settings
from scrubjay_publishing.services import PublishingServices
from tests import persons
from tests.conftest import Repo
from tests.fakes import HashingEmbedder, MovingClock
from tests.shared.memory.transcript.stories import Story


class ScriptedJudge:
    """A language model that thinks much of what speaks of the lift, and half as much of anything else."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        """A whole number, as it is asked for."""
        self.read.append(text)
        return Completion("95" if "lift" in text else "50", 1)


@dataclass
class Colleague:
    """One person with their clone and home; `sessions` counts those of their agents."""

    name: str
    repo: Repo
    app: App
    clock: MovingClock
    client: CallingClient
    sessions: int = 0

    @property
    def at(self) -> Workspace:
        return self.app.workspace(self.repo.path)

    def tell(self, content: str, **more: object) -> str:
        """The person types it."""
        return self._remember(content, origin=Origin.PERSON, act=Act.TYPED, **more)

    def agent_says(self, content: str, agent: str = "claude-code", **more: object) -> str:
        """An agent writes it, in a session of its own unless one is given."""
        session = more.pop("session", "") or self.new_session(agent)
        return self._remember(content, session=session, agent=agent, **more)

    def _remember(self, content: str, **more: object) -> str:
        request = RememberRequest(content=content, author=self.name, **more)  # type: ignore[arg-type]
        outcome = self.at.memories.remember(request)
        self.at.memories.index_missing()
        return str(outcome.id)  # type: ignore[union-attr]

    def new_session(self, agent: str = "claude-code") -> str:
        """The id of a further session, unlike all others in its first digits."""
        self.sessions += 1
        return f"{self.sessions:08x}-7d5b-4a69-9c01-{agent.encode().hex()[:12]:0>12}"

    def session(self, *asked: str, passed: bool) -> None:
        """A session of Claude Code that asks for some things, runs the tests, and ends as they do."""
        id = self.new_session()
        story = Story(self.repo, self.client.account.parent, id)
        story.client, story.account = self.client.folders.claude_code, self.client.account
        self.app.client_sessions.report(
            Process(self.sessions, "1", ("claude",)),
            id,
            str(story.file),
            lambda: story.began,
            nested=False,
            moved=False,
        )
        for words in asked:
            self.shows(words, id)
        story.ran("uv run pytest -q", "4 passed" if passed else "1 failed", 0 if passed else 1)
        self.at.session_points.report(
            HookReport(
                session=id, branch="main", head=story.began, event="Stop", worktree=str(self.repo.path),
                transcript=str(story.file),
            )
        )  # fmt: skip
        self.runs("capture")

    def shows(self, words: str, session: str) -> None:
        """A search of a session, whose server notes which memories its answer showed."""
        hit = next(one for one in self.searched(words) if one.id and words in one.text)
        self.at.ledger.record_answer(session, f"({hit.id[:12]}) {hit.text}")

    def searched(self, words: str) -> list[RecallHit]:
        """What a search returns, memories first, then documents."""
        answer = self.at.recall.search(RecallRequest(query=words, limit=20))
        return [*answer.memories, *answer.hits]

    def shows_of(self, claim: str) -> tuple[int, int]:
        """How many memories of a search say a claim, and how many documents."""
        hits = [hit for hit in self.searched(claim) if claim in hit.text]
        documents = sum(bool(hit.path) for hit in hits)
        return len(hits) - documents, documents

    def standing(self, id: str) -> str:
        """Where the list says that a memory stands in the repository."""
        at = self.at
        standing = PublishingServices.of(at).published.standings([id], at.documents.view()).get(id)
        return str(standing.state) if standing else ""

    def runs(self, *kinds: str) -> None:
        """The worker does jobs, and those that follow of them."""
        at = self.at
        for kind in kinds:
            self.app.queue.enqueue(at.project.id, at.repository.worktree, kind, "post-commit")  # type: ignore[arg-type]
            while job := self.app.queue.claim():
                JobRunner(self.app, self.clock, threading.Event(), self.client).run(job)

    def proposed(self) -> set[str]:
        """What waits for this person's word."""
        return {one.memory.id for one in self.at.proposals.waiting()}

    def types(self, *arguments: str, keys: tuple[tuple[str, str], ...] = ()) -> str:
        """The person runs a command at a terminal."""
        ended = persons.scrubjay(self.repo.path, self.repo.environment, *arguments, keys=keys)
        assert ended.code == 0, ended.said
        return ended.said

    def dates(self) -> None:
        """git's clock is the story's."""
        now = iso(self.clock())
        dates = {"GIT_AUTHOR_DATE": now, "GIT_COMMITTER_DATE": now}
        self.repo.environment = self.repo.environment | dates
        cast("MutableMapping[str, str]", self.app.git_environment.variables).update(dates)


@dataclass
class Team:
    """Everybody, the remote that they share, and their one calendar."""

    hub: Repo
    reviewer: Repo
    calendar: MovingClock
    everybody: tuple[Colleague, ...] = ()

    def day(self, days: int = 1) -> None:
        """Days pass; on the last of them everybody fetches, and every worker works."""
        self.calendar.now += timedelta(days=days)
        for person in self.everybody:
            person.dates()
            person.repo.git("pull", "-q", "--ff-only")
            person.runs("embed", "ingest")

    def merges(
        self, files: dict[str, str | bytes] | None = None, *, branch: str = "", of: Colleague | None = None,
        squashed: bool = False,
    ) -> None:  # fmt: skip
        """Somebody reviews: files change, or a branch that a person has pushed is merged on the remote."""
        reviewer = self.reviewer
        reviewer.git("pull", "-q", "--ff-only")
        if of is not None:
            of.repo.git("push", "-q", "origin", branch)
            reviewer.git("fetch", "-q")
            reviewer.git("merge", "-q", *(["--squash"] if squashed else ["--no-ff", "-m", "merge"]), f"origin/{branch}")
        if files or squashed:
            reviewer.commit("reviewed", files, date=iso(self.calendar()))
        reviewer.git("push", "-q")

    def without_branches(self) -> None:
        """Every `memory/*` branch is deleted, on the remote and with everybody."""
        for person in (*self.everybody, None):
            at = person.repo if person else self.hub
            for ref in at.git("for-each-ref", "--format=%(refname)").split():
                if "/memory/" in ref:
                    at.git("update-ref", "-d", ref)


@contextmanager
def colleague(
    name: str, hub: Repo, calendar: MovingClock, top: Path, model: LanguageModel | None = None
) -> Iterator[Colleague]:
    """A person who clones the repository and sets it up in a home of their own."""
    place = top / name
    account = place / "account"
    account.mkdir(parents=True)
    said = {"name": name.title(), "email": f"{name}@example.org"}
    environment = hub.environment | {"HOME": str(account), "SCRUBJAY_HOME": str(place / "home")}
    environment |= {"SCRUBJAY_USER_ID": name, "SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    (account / ".gitconfig").write_text(
        (Path(hub.environment["HOME"]) / ".gitconfig").read_text()
        + f"[user]\n\tname = {said['name']}\n\temail = {said['email']}\n"
    )
    repo = Repo(place, environment)
    repo.git("clone", "-q", str(hub.path), "clone")
    repo.path = place / "clone"
    folders = Folders(account / ".claude", account / ".codex", account / ".gemini")
    client = CallingClient(lambda: (), folders, account)
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=calendar, wake=lambda: None, language_model=model, client=client,
    ) as app:  # fmt: skip
        person = Colleague(name, repo, app, calendar, client)
        app.initialise(repo.path)
        person.dates()
        person.runs("ingest")
        yield person
