"""A repeated answer is never stale: whatever happens between two calls, it is what a new process answers."""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import NotAPerson, ScrubjayError
from scrubjay.git.process import GitEnvironment
from scrubjay.git.worktree import Worktree
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.answers import KEPT, Answers, MadeAnswer, RepeatedAnswers
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.settings.layers import load_settings
from scrubjay.storage.database import Database
from scrubjay.storage.files import RACY_NS, Looks
from tests.conftest import Repo
from tests.fakes import HashingEmbedder, MovingClock

pytestmark = pytest.mark.story

QUESTIONS = (
    "where does the canary run",
    "log in with a passkey",
    "who changed the usage",
    "what is new since v1",
    "note",
)
REQUESTS = (
    *(RecallRequest(query=text) for text in QUESTIONS),
    RecallRequest(query="", kinds=("memory",)),
    RecallRequest(query="note", kinds=("commit",)),
)


TICK_NS = 10_000_000
"""As far as two changes of a file may lie apart and yet bear one time, on the disks of tests."""


@dataclass
class World:
    """A repository, a home, the App that is asked again and again, and the one that does what others do."""

    repo: Repo
    environment: dict[str, str]
    clock: MovingClock
    asked: App
    other: App
    chance: random.Random
    held: tuple[Workspace, Answers] | None = None
    repeated: int = 0
    """Answers that were the very same object when they were asked for again."""

    def there(self) -> Workspace:
        return self.other.workspace(self.repo.path)

    def answers(self) -> Answers:
        """The cached answers of the workspace, as `wiring` makes them."""
        workspace = self.asked.workspace(self.repo.path, Looks(racy_ns=TICK_NS))
        if self.held is None or self.held[0] is not workspace:
            memories = workspace.memories

            def databases() -> tuple[Database, ...]:
                return (workspace.knowledge_database, *([self.asked.user_database()] if memories.user_exists() else ()))

            repeated = RepeatedAnswers(workspace.worktree, workspace.repository, databases, self.clock)
            answers = Answers(workspace.recall, workspace.documents, repeated, lambda: memories.user_reads)
            self.held = (workspace, answers)
        return self.held[1]

    def moment(self) -> AbstractContextManager[object]:
        """A call's, but for the rest that files must have."""
        return self.asked.workspace(self.repo.path).worktree.moment(Looks(racy_ns=TICK_NS))


def everything(answers: Answers, moment: Callable[[], AbstractContextManager[object]] = nullcontext) -> list[object]:
    """All that can be asked; what is refused counts as its error."""

    def said(ask: Callable[[], object]) -> object:
        try:
            with moment():
                return ask()
        except ScrubjayError as error:
            return repr(error)

    return [
        *(said(lambda request=request: answers.search(request)) for request in REQUESTS),  # type: ignore[misc]
        said(lambda: answers.document(DocumentRequest(path="docs/usage.md"))),
        said(lambda: answers.decisions(DecisionFilters())),
        said(answers.index_state),
    ]


def opened(environment: dict[str, str], clock: MovingClock) -> Iterator[App]:
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), embedder=HashingEmbedder(),
        clock=clock, wake=lambda: None,
    ) as app:  # fmt: skip
        yield app


def commit(world: World) -> None:
    number = world.chance.randrange(10**6)
    world.repo.commit(f"note {number}", {"docs/usage.md": f"# Usage\n\nThe canary runs {number}.\n"})


def remember(world: World, scope: str, act: Act = Act.NONE, days: int = 0) -> None:
    memories, number = world.there().memories, world.chance.randrange(10**6)
    until = (world.clock.now + timedelta(days=days)).date().isoformat() if days else ""
    content = f"Canary number {number} runs on the passkey host"
    memories.remember(RememberRequest(content=content, scope=scope, act=act, valid_until=until, kind="fact"))


def newest(world: World) -> list[str]:
    return [memory.id for memory in world.there().memories.recent(1)]


def forget(world: World) -> None:
    with suppress(NotAPerson):  # what a person told
        for id in newest(world):
            world.there().memories.forget(id, "wrong")


def embed(world: World) -> None:
    """What a worker does between two of its batches."""
    database, index = world.there().knowledge_database, VectorIndex(HashingEmbedder().fingerprint)
    pending = database.read(lambda c: index.pending(c, 3))
    if pending:
        encoded = HashingEmbedder().embed_passages([text for _, text in pending])
        database.write(lambda c: index.add(c, [id for id, _ in pending], encoded))


def edit(world: World) -> None:
    world.repo.write("docs/usage.md", f"# Usage\n\nnot committed: {world.chance.randrange(9)}\n")


def moved_by_hand(world: World) -> None:
    """What git never does: a ref is overwritten in its own file, which leaves the times of its folder as they are."""
    ref = world.repo.path / ".git" / "refs" / "heads" / "main"
    before = world.repo.git("rev-parse", "--verify", "-q", "main~1", check=False)
    if before and ref.is_file():
        ref.write_text(f"{before}\n")


STEPS: dict[str, Callable[[World], object]] = {
    "nothing": lambda world: None,
    "commit": commit,
    "amend": lambda world: world.repo.git("commit", "-q", "--amend", "--allow-empty", "-m", "amended"),
    "back": lambda world: world.repo.git("reset", "-q", "--hard", "HEAD~1", check=False),
    "topic": lambda world: world.repo.git("checkout", "-q", "-f", "-B", "deep/topic", "HEAD~1", check=False),
    "main": lambda world: world.repo.git("checkout", "-q", "-f", "main"),
    "detach": lambda world: world.repo.git("checkout", "-q", "-f", "--detach", "main"),
    "tag": lambda world: world.repo.git("tag", "-f", "v1", "HEAD~1", check=False),
    "untag": lambda world: world.repo.git("tag", "-d", "v1", check=False),
    "pack": lambda world: world.repo.git("pack-refs", "--all", "--prune"),
    "collect": lambda world: world.repo.git("gc", "-q", "--prune=now"),
    "moved by hand": moved_by_hand,
    "cut off": lambda world: (world.repo.path / ".git/shallow").write_text(f"{world.repo.git('rev-parse', 'HEAD')}\n"),
    "whole": lambda world: (world.repo.path / ".git/shallow").unlink(missing_ok=True),
    "edit": edit,
    "restore": lambda world: world.repo.git("checkout", "-q", "--", ".", check=False),
    "delete": lambda world: (world.repo.path / "docs/usage.md").unlink(missing_ok=True),
    "settings": lambda world: world.repo.write(
        ".scrubjay.yaml", f"retrieval:\n  recipe: {world.chance.choice(['balanced', 'keyword'])}\n"
    ),
    "claim": lambda world: remember(world, "project"),
    "told": lambda world: remember(world, "project", Act.TYPED),
    "told for a day": lambda world: remember(world, "project", Act.TYPED, 1),
    "told about the user": lambda world: remember(world, "user", Act.TYPED),
    "approve": lambda world: world.there().reviews.approve(newest(world)),
    "forget": forget,
    "a day": lambda world: setattr(world.clock, "now", world.clock.now + timedelta(days=1)),
    "a second": lambda world: setattr(world.clock, "now", world.clock.now + timedelta(seconds=1)),
    "the day's last second": lambda world: setattr(
        world.clock, "now", world.clock.now.replace(hour=23, minute=59, second=59)
    ),
    "embed": embed,
}


@pytest.fixture
def world(shop: Repo, environment: dict[str, str], clock: MovingClock) -> Iterator[World]:
    for asked in opened(environment, clock):
        for other in opened(environment, clock):
            asked.initialise(shop.path)
            world = World(shop, environment, clock, asked, other, random.Random(7))
            yield world


@pytest.fixture
def clock() -> MovingClock:
    return MovingClock()


EMBEDDED = ["embed"] * 9


@example(steps=[*EMBEDDED, "nothing", "edit", "restore", "delete", "restore"])
@example(steps=["commit", *EMBEDDED, "nothing", "moved by hand"])
@example(steps=["commit", *EMBEDDED, "nothing", "cut off", "nothing", "whole"])
@example(steps=[*EMBEDDED, "told for a day", "embed", "nothing", "a day", "the day's last second", "a second"])
@given(steps=st.lists(st.sampled_from(sorted(STEPS)), min_size=1, max_size=6))
@settings(
    max_examples=6,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_an_answer_is_what_a_new_process_answers(world: World, steps: list[str]) -> None:
    for step in steps:
        STEPS[step](world)
        there = world.there()
        there.documents.ingest(there.documents.view(), cause="worker")
        there.commits.ingest(there.documents.view())
        held = everything(world.answers(), world.moment)
        again = everything(world.answers(), world.moment)
        world.repeated += sum(one is two for one, two in zip(held, again, strict=True))
        for fresh in opened(world.environment, world.clock):
            assert held == everything(fresh.workspace(world.repo.path).answers), step


def test_with_nothing_between_them_answers_come_from_the_cache(world: World) -> None:
    test: Any = test_an_answer_is_what_a_new_process_answers
    test.hypothesis.inner_test(world, [*EMBEDDED, "nothing"])
    assert world.repeated


def made(
    answers: RepeatedAnswers, worktree: Worktree, key: str, blobs: dict[str, str] | None = None, *,
    lasting: bool = True, racy_ns: int = 0,
) -> int:  # fmt: skip
    """How often an answer is made that is asked for twice."""
    calls: list[str] = []

    def make() -> MadeAnswer[str]:
        calls.append(key)
        return MadeAnswer(key, lasting, blobs or {})

    for _ in range(2):
        with worktree.moment(Looks(racy_ns)):
            assert answers.of(key, make) == key
    return len(calls)


def test_what_does_not_last_is_made_anew_and_what_does_is_made_once(world: World) -> None:
    at = world.asked.workspace(world.repo.path)
    answers = RepeatedAnswers(at.worktree, at.repository, lambda: (at.knowledge_database,), world.clock)
    blob = world.repo.git("rev-parse", "HEAD:docs/usage.md")
    assert made(answers, at.worktree, "lasts", {"docs/usage.md": blob}) == 1
    assert made(answers, at.worktree, "lasts", {"docs/usage.md": blob}) == 0
    assert made(answers, at.worktree, "does not", lasting=False) == 2
    assert made(answers, at.worktree, "another file", {"docs/usage.md": blob[::-1]}) == 2
    world.repo.git("tag", "just-now")
    assert made(answers, at.worktree, "just changed", racy_ns=RACY_NS) == 2


def test_only_the_last_answers_are_kept(world: World) -> None:
    at = world.asked.workspace(world.repo.path)
    answers = RepeatedAnswers(at.worktree, at.repository, lambda: (), world.clock)
    for key in range(KEPT + 1):
        made(answers, at.worktree, str(key))
    assert made(answers, at.worktree, str(KEPT)) == 0
    assert made(answers, at.worktree, "0") == 1
