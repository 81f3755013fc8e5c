"""The user's model reads what stands beneath memories, where the user asks for it: once, within bounds, in the back."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.errors import ModelUnavailable
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.language import Completion
from scrubjay.memory.freshness.wording import grounds_of
from scrubjay.memory.listing.filters import ListFilters, as_object
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.operations.jobs.model_readings import MOST
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.objects import as_object as answer_object
from scrubjay.search.recall.render import render
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import MovingClock

ON = "grounding:\n  judge: model\nextraction:\n  daily_tokens: {tokens}\n"
GATE = "# Gate\n\nThe gate opens at seven for every lorry.\n\n## Night\n\nAt night the gate is guarded by two dogs.\n"
OPENS, GUARD = (
    "Lorries may come in from 7 o'clock (docs/gate.md:3).",
    "Nobody guards the gate at night (docs/gate.md:7).",
)
GROUPED = """\
INSERT INTO fact_member SELECT number, (SELECT number FROM memory WHERE id = ?), number FROM memory WHERE id = ?"""
FOR, AGAINST = "the model reads: supports", "the model reads: contradicts"


class Reads:
    """A model that finds a contradiction wherever somebody speaks of nobody."""

    def __init__(self) -> None:
        self.asked: list[dict[str, str]] = []
        self.error: ModelUnavailable | None = None
        self.word = ""

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        if self.error:
            raise self.error
        self.asked.append(json.loads(text))
        return Completion(self.word or ("contradicts" if "Nobody" in text else "supports"), 1)

    @property
    def claims(self) -> list[str]:
        """What it was asked about, once for each three times."""
        assert self.asked[::3] == self.asked[1::3] == self.asked[2::3]
        return [one["claim"] for one in self.asked[::3]]


@pytest.fixture
def model() -> Reads:
    return Reads()


@pytest.fixture
def calendar() -> MovingClock:
    return MovingClock()


Open = Callable[..., AbstractContextManager["At"]]


class At:
    """An opened home with one project, whose worker runs in this process."""

    def __init__(self, app: App, repo: Repo, calendar: MovingClock) -> None:
        self.app, self.repo, self.calendar = app, repo, calendar

    @property
    def workspace(self) -> Workspace:
        return self.app.workspace(self.repo.path)

    def says(self, content: str, **more: object) -> str:
        """An agent says it."""
        done = self.workspace.memories.remember(RememberRequest(content=content, author="x", **more))  # type: ignore[arg-type]
        return str(done.id)  # type: ignore[union-attr]

    def tell(self, content: str) -> str:
        return self.says(content, origin=Origin.PERSON, act=Act.TYPED)

    def works(self) -> str:
        """The worker does what a commit asks for; returns what it logged of readings."""
        at, log = self.workspace, self.app.settings.home / "projects" / self.workspace.project.id / "logs/ingestion.log"
        before = len(log.read_text()) if log.exists() else 0
        self.app.queue.enqueue(at.project.id, at.repository.worktree, "ingest", "post-commit")
        while job := self.app.queue.claim():
            JobRunner(self.app, self.calendar, threading.Event()).run(job)
        return "\n".join(
            line for line in log.read_text()[before:].splitlines() if "model read" in line or "no model" in line
        )

    def marks(self, id: str) -> list[str]:
        at = self.workspace
        return [one.marks for one in grounds_of(at.grades.of([id], at.documents.view())[id])]

    def rows(self) -> int:
        count = "SELECT count(*) FROM model_reading"
        return int(self.workspace.knowledge_database.read(lambda c: c.execute(count).fetchone())[0])

    def contradicted(self) -> tuple[list[str], list[str]]:
        """What the list of contradicted memories has that a person told, and what is counted of it."""
        at = self.workspace
        listed = at.listed(ListFilters(state="contradicted", grades=("told",))).memories
        needs = [need.text for need in at.needs(at.documents.view()) if need.name == "contradicted"]
        return [one.memory.id for one in listed], needs


@pytest.fixture
def open_at(
    make_repo: Callable[..., Repo], environment: dict[str, str], model: Reads, calendar: MovingClock
) -> Callable[..., object]:
    repo = make_repo("depot")
    environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("gate", {"docs/gate.md": GATE}, date="2026-02-01T12:00:00Z")
    home = Path(environment["SCRUBJAY_HOME"])

    @contextmanager
    def opened(text: str = ON, tokens: int = 1_000_000) -> Iterator[At]:
        home.mkdir(mode=0o700, exist_ok=True)
        (home / "config.yaml").write_text(text.format(tokens=tokens), encoding="utf-8")
        with open_app(
            load_settings(environment), git_environment=GitEnvironment.of(environment), clock=calendar,
            wake=lambda: None, language_model=model,
        ) as app:  # fmt: skip
            app.initialise(repo.path)
            yield At(app, repo, calendar)

    return opened


def test_each_pair_is_read_once_and_the_mark_stands_wherever_the_ground_does(open_at: Open, model: Reads) -> None:
    with open_at() as at:
        opens, guard = at.says(OPENS), at.says(GUARD)
        before = at.workspace.grades.grades_only([opens, guard], at.workspace.documents.view())
        assert "the model read 2 grounds" in at.works()
        assert model.claims == [GUARD, OPENS], "the newest first"
        assert model.asked[0]["source"].startswith("At night the gate is guarded by two dogs.")
        assert (at.works(), len(model.asked)) == ("", 6)
        assert (at.marks(opens), at.marks(guard)) == ([FOR], [AGAINST])
        answer = at.workspace.recall.search(RecallRequest(query="Who guards the gate?", kinds=("memory",)))
        assert AGAINST in render(answer)
        assert AGAINST in json.dumps(answer_object(answer))
        listed = {one.memory.id: as_object(one) for one in at.workspace.listed(ListFilters()).memories}
        assert [listed[id]["grounds"][0]["mark"] for id in (opens, guard)] == [FOR, AGAINST]
        view = at.workspace.documents.view()
        assert at.workspace.grades.grades_only([opens, guard], view) == before


@pytest.mark.parametrize("text", ["", "grounding:\n  judge: 'off'\n"])
def test_by_default_nothing_is_read_and_no_statement_more_is_run(open_at: Open, model: Reads, text: str) -> None:
    with open_at() as at:
        guard = at.says(GUARD)
        at.works()
    model.asked.clear()
    with open_at(text) as at:
        run: list[str] = []
        at.says(OPENS)
        assert at.works() == ""
        at.workspace.knowledge_database.read(lambda c: c.set_trace_callback(run.append))
        assert at.marks(guard) == [""]
        assert run
        assert not [one for one in run if "model_reading" in one]
        assert (model.asked, at.rows()) == ([], 1)


def test_what_is_private_or_says_the_same_as_what_is_private_is_sent_to_no_model(open_at: Open, model: Reads) -> None:
    with open_at() as at:
        first = at.says("The depot lies by the river.")
        at.works()
        private = at.says(GUARD, tags=("private",))
        twin = at.says("At night nobody guards the gate (docs/gate.md:7).")
        at.says(OPENS)
        for member in (private, twin):  # as the daily pass groups them
            at.workspace.knowledge_database.write(lambda c, m=member: c.execute(GROUPED, (first, m)))  # type: ignore[misc]
        at.works()
        assert model.claims == [OPENS]
        at.says("Who guards the gate (docs/gate.md:7)?", kind="question")
        at.works()
        assert model.claims == [OPENS], "a question states nothing"


def test_a_spent_allowance_stops_it_and_says_so_and_another_day_goes_on(open_at: Open, model: Reads) -> None:
    with open_at(tokens=900) as at:
        ids = [at.says(one) for one in (OPENS, GUARD)]
        model.error = ModelUnavailable("The model is away.")
        assert "the model read 0 grounds; stopped: The model is away." in at.works()
        model.error = None
        assert "stopped: The language model may use 900 tokens a day, which is used up" in at.works()
        assert (len(model.asked), at.rows()) == (0, 0), "what was reserved for a request that failed is spent"
        at.calendar.now += timedelta(days=1)
        assert "the model read 2 grounds" in at.works()
        assert [at.marks(id) for id in ids] == [[FOR], [AGAINST]]


def test_an_answer_that_cant_be_read_gives_no_mark_and_is_not_asked_for_again(open_at: Open, model: Reads) -> None:
    model.word = "It depends."
    with open_at() as at:
        opens = at.says(OPENS)
        at.works()
        model.word = ""
        at.works()
        assert (at.marks(opens), len(model.asked), at.rows()) == ([""], 3, 1)


def test_what_a_forgotten_memory_was_read_as_goes_with_it(open_at: Open) -> None:
    with open_at() as at:
        guard = at.says(GUARD)
        at.works()
        assert at.rows() == 1
        at.workspace.memories.forget(guard, "x", authority=True)
        assert at.rows() == 0


def test_words_that_change_are_read_again(open_at: Open, model: Reads) -> None:
    with open_at() as at:
        guard = at.says(GUARD)
        at.works()
        changed = GATE.replace("guarded by two dogs", "guarded by one dog")
        at.repo.commit("one dog", {"docs/gate.md": changed}, date="2026-03-01T12:00:00Z")
        assert at.marks(guard) == [""]
        at.works()
        assert model.asked[-1]["source"].startswith("At night the gate is guarded by one dog.")
        assert at.marks(guard) == [AGAINST]


def test_a_told_memory_that_the_model_reads_otherwise_is_counted_and_listed_until_the_words_change(
    open_at: Open,
) -> None:
    with open_at() as at:
        guard, said = at.tell(GUARD), at.says("Nobody minds the gate when it's dark (docs/gate.md:7).")
        assert at.contradicted() == ([], [])
        at.works()
        assert at.marks(said) == [AGAINST]
        need = "1 told memory contradicted: `scrubjay memories --contradicted --grade told`"
        assert at.contradicted() == ([guard], [need])
        every = at.workspace.listed(ListFilters(state="contradicted")).memories
        assert {one.memory.id for one in every} == {guard, said}
        at.repo.commit("gone", {"docs/gate.md": GATE.partition("## Night")[0]}, date="2026-03-01T12:00:00Z")
        at.works()
        assert at.contradicted() == ([], []), "those words don't stand there any more"
    with open_at("") as at:
        at.repo.git("revert", "--no-edit", "HEAD")
        at.works()
        assert at.contradicted() == ([], []), "the user doesn't ask the model any more"


def test_one_run_reads_so_many_and_the_next_goes_on(open_at: Open, model: Reads) -> None:
    with open_at() as at:
        for number in range(MOST + 1):
            at.says(f"Lorry {number} may come in from 7 o'clock (docs/gate.md:3).")
        assert f"the model read {MOST} grounds; stopped: the rest comes with the next job" in at.works()
        assert "the model read 1 ground" in at.works()
        assert len(model.asked) == 3 * (MOST + 1)


def test_without_a_model_the_log_says_what_is_missing(
    make_repo: Callable[..., Repo], environment: dict[str, str], calendar: MovingClock
) -> None:
    home, repo = Path(environment["SCRUBJAY_HOME"]), make_repo("depot")
    repo.commit("gate", {"docs/gate.md": GATE})
    home.mkdir(mode=0o700, exist_ok=True)
    (home / "config.yaml").write_text(ON.format(tokens=1), encoding="utf-8")
    given = load_settings(environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"})
    with open_app(given, git_environment=GitEnvironment.of(environment), clock=calendar, wake=lambda: None) as app:
        app.initialise(repo.path)
        at = At(app, repo, calendar)
        guard = at.says(GUARD)
        assert "there is no model to ask: set extraction.by to model" in at.works()
        assert at.marks(guard) == [""]


def test_what_follows_the_user_is_read_by_its_words_in_their_own_database(open_at: Open, model: Reads) -> None:
    with open_at() as at:
        mine = at.says(GUARD, scope="user", origin=Origin.PERSON, act=Act.TYPED)
        assert "the model read 1 ground" in at.works()
        assert (model.claims, at.marks(mine), at.rows()) == ([GUARD], [AGAINST], 0)


def test_other_work_comes_first(open_at: Open, model: Reads) -> None:
    with open_at() as at:
        at.says(GUARD)
        at.app.queue.enqueue(at.workspace.project.id, at.repo.path, "ingest", "post-commit")
        job = at.app.queue.claim()
        assert job is not None
        stop = threading.Event()
        stop.set()
        JobRunner(at.app, at.calendar, stop).run(job)
        assert model.asked == []
