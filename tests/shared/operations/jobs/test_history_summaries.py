"""The user's model sums up earlier turns, where the user asks for it: in the back, marked, and else the rules do."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.context.blocks.assembler import AssembledContext
from scrubjay.context.blocks.contexts import ContextRequest
from scrubjay.errors import ModelUnavailable
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.language import Completion
from scrubjay.operations.jobs.runner import JobRunner
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import MovingClock

ON = "history:\n  summary: model\nextraction:\n  model: m1\n"
LINES = [("user", "We decided that vans leave at six.")] + [("assistant", f"Step {n} of the plan.") for n in range(15)]
POINT = "Vans leave at six, before the gate is busy."
POINTS = json.dumps({"points": [{"kind": "decision", "text": POINT}]})
RULES = "the history's points are found by rules: the model of history.summary has made none yet"


class Sums:
    """A model that finds nothing to remember, and says of a history what it is told to."""

    def __init__(self) -> None:
        self.asked: list[dict[str, list[dict[str, str]]]] = []
        self.answer: str | ModelUnavailable = POINTS

    def complete(self, instructions: str, text: str, most_tokens: int) -> Completion:
        if not instructions.startswith("You sum up"):
            return Completion('{"memories": []}', 1)
        self.asked.append(json.loads(text))
        if isinstance(self.answer, ModelUnavailable):
            raise self.answer
        return Completion(self.answer, 1)


class At:
    """An opened home with one project, whose worker runs in this process."""

    def __init__(self, app: App, repo: Repo, clock: MovingClock, talk: Path) -> None:
        self.app, self.repo, self.clock, self.talk = app, repo, clock, talk

    @property
    def workspace(self) -> Workspace:
        return self.app.workspace(self.repo.path)

    def hears(self, lines: list[tuple[str, str]]) -> None:
        said = [
            {"session": "s1", "turn": n, "role": role, "text": text, "time": f"2026-03-01T09:{n:02}:00Z"}
            for n, (role, text) in enumerate(lines)
        ]
        self.talk.write_text("\n".join(map(json.dumps, said)))
        self.workspace.conversations.import_file(self.talk)

    def works(self) -> str:
        """The worker reads what was said; returns what it logged of summaries."""
        at = self.workspace
        log = self.app.settings.home / "projects" / at.project.id / "logs/ingestion.log"
        before = len(log.read_text()) if log.exists() else 0
        self.app.queue.enqueue(at.project.id, at.repository.worktree, "extract", "test")
        while job := self.app.queue.claim():
            JobRunner(self.app, self.clock, threading.Event()).run(job)
        found = log.read_text()[before:] if log.exists() else ""
        return "\n".join(line for line in found.splitlines() if "summed up" in line or "no model" in line)

    def context(self) -> AssembledContext:
        made, _ = self.workspace.contexts.assemble(ContextRequest("when do vans leave", deadline_ms=60_000))
        return made


Open = Callable[..., AbstractContextManager[At]]


@pytest.fixture
def model() -> Sums:
    return Sums()


@pytest.fixture
def open_at(repo: Repo, environment: dict[str, str], model: Sums, tmp_path: Path) -> Open:
    environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    clock = MovingClock()

    @contextmanager
    def opened(text: str = ON, *, asked: bool = True) -> Iterator[At]:
        home = Path(environment["SCRUBJAY_HOME"])
        home.mkdir(mode=0o700, exist_ok=True)
        (home / "config.yaml").write_text(text, encoding="utf-8")
        with open_app(
            load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock,
            wake=lambda: None, language_model=model if asked else None,
        ) as app:  # fmt: skip
            app.initialise(repo.path)
            yield At(app, repo, clock, tmp_path / "talk")

    return opened


def test_a_summary_is_the_models_words_wherever_it_is_shown(open_at: Open, model: Sums) -> None:
    with open_at() as at:
        at.hears(LINES)
        assert RULES in at.context().warnings
        assert "the model summed up 1 session" in at.works()
        made = at.context()
        assert '<point kind="decision" source="worded by the model m1" date="2026-03-01">' in made.text
        assert POINT in made.text
        assert "We decided that vans leave at six." not in [p.text for block in made.blocks for p in block.points]
        assert RULES not in made.warnings
        assert (len(model.asked), at.works()) == (1, ""), "the same turns aren't read again"
        assert [one["text"] for one in model.asked[0]["turns"]] == [text for _, text in LINES[:-4]]


def test_later_turns_are_read_with_the_points_so_far_and_rules_find_those_between(open_at: Open, model: Sums) -> None:
    with open_at() as at:
        at.hears(LINES)
        at.works()
        more = [*LINES, ("user", "We decided that dogs guard the gate."), *(("user", f"Fine {n}.") for n in range(5))]
        at.hears(more)
        assert at.works() == "", "too little is new"
        shown = [point.text for block in at.context().blocks for point in block.points]
        assert shown == [POINT, "We decided that dogs guard the gate."]
        at.hears([*more, *(("user", f"And {n}.") for n in range(9))])
        assert "summed up 1 session" in at.works()
    assert model.asked[1]["points"] == [{"kind": "decision", "text": POINT}]
    assert model.asked[1]["turns"][0]["text"] == LINES[-4][1]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (ModelUnavailable("asleep"), "asleep"),
        ("I'd rather not.", "an answer held no points"),
    ],
)
def test_where_the_model_fails_the_rules_stay_and_it_is_said(
    open_at: Open, model: Sums, answer: str | ModelUnavailable, why: str
) -> None:
    model.answer = answer
    with open_at() as at:
        at.hears(LINES)
        assert f"summed up 0 sessions; {why}; prompts have the points that rules find" in at.works()
        made = at.context()
        assert [p.text for block in made.blocks for p in block.points] == ["We decided that vans leave at six."]
        assert RULES in made.warnings
        at.works()
    assert len(model.asked) == (2 if isinstance(answer, ModelUnavailable) else 1)


def test_by_default_no_model_is_asked_and_without_one_it_is_said(open_at: Open, model: Sums) -> None:
    with open_at("") as at:
        at.hears(LINES)
        assert (at.works(), model.asked) == ("", [])
        assert RULES not in at.context().warnings
    with open_at(asked=False) as at:
        assert "set extraction.by to model" in at.works()


def test_a_summary_goes_with_its_session_and_is_not_shown_when_it_is_turned_off(
    open_at: Open,
) -> None:
    with open_at() as at:
        at.hears(LINES)
        at.works()
    with open_at("") as at:
        assert POINT not in at.context().text
    with open_at() as at:
        assert POINT in at.context().text
        at.workspace.conversations.forget(at.workspace.conversations.sessions("s1"))
        rows = at.workspace.session_database.read(
            lambda c: c.execute("SELECT count(*) FROM history_summary").fetchone()
        )
        assert rows[0] == 0
