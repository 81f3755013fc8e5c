"""What a prompt gets in a real project: each thing in its block, what is late named, and a table on demand."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.context.blocks.assembler import report
from scrubjay.context.blocks.contexts import ContextRequest, Contexts, ContextSources
from scrubjay.context.blocks.model import BlockType
from scrubjay.errors import ModelUnavailable, UsageError
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.grade import Grade
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.session.conversations.turns import TurnReader
from scrubjay.session.tasks.task import AGENT_CHOICE, SessionSave, TaskChange
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.patience import PATIENCE_S

LATE = 20_000
"""Milliseconds: more than any test takes."""

DOCS = {
    "docs/adr/0001-queue.md": "# 1. Use Redis streams as queue\n\nStatus: accepted\n\nJobs wait in Redis streams.\n",
    "docs/incidents/outage.md": "# Outage of the queue\n\nThe queue ran out of memory.\n",
}


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    repo.commit("docs", DOCS)
    made = app.initialise(repo.path)
    made.documents.ingest(made.documents.view(), cause="test")
    return made


@pytest.fixture
def materials(at: Workspace, clock: Callable[[], datetime]) -> ContextSources:
    return ContextSources(
        git=at.git,
        session=at.session_database,
        documents=at.documents,
        memories=at.memories,
        grades=at.grades,
        tasks=at.tasks,
        turn_reader=TurnReader(at.session_database),
        search=at.recall.search,
        clock=clock,
    )


@pytest.fixture
def contexts(materials: ContextSources) -> Iterator[Callable[[ContextSources], Contexts]]:
    made: list[Contexts] = []

    def make(of: ContextSources) -> Contexts:
        made.append(Contexts(of))
        return made[-1]

    yield make
    for one in made:
        one.close()


def told(at: Workspace, content: str, kind: str, scope: str = "project") -> None:
    at.memories.remember(
        RememberRequest(content=content, kind=kind, scope=scope, author="ada", origin=Origin.PERSON, act=Act.TYPED)
    )


def said(at: Workspace, content: str, kind: str) -> None:
    """An agent says it; what the documents say of it is looked up."""
    at.memories.remember(RememberRequest(content=content, kind=kind, author="ada"))


def block(text: str, name: str) -> str:
    found = re.search(rf"^<{name}>\n(.*?)^</{name}>$", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def test_everything_we_know_stands_in_its_block(at: Workspace, tmp_path: Path) -> None:
    told(at, "Answers are short.", "preference", "user")
    told(at, "Tests are named as sentences.", "preference")
    told(at, "The service listens on port 8080.", "fact")
    told(at, "We use trunk based development.", "decision")
    at.tasks.set(
        "main", "", TaskChange("Drain the queue", {"goals": ["no job is lost"], "constraints": ["no downtime"]})
    )
    at.tasks.save(
        "main",
        "",
        SessionSave(summary="Began.", dead_ends=("polling -> too slow",), decisions=("use consumer groups",)),
    )
    spoken = [("user", "Why did the queue stall?"), ("assistant", "It ran out of memory.")]
    lines = [json.dumps({"session": "s1", "turn": n, "role": r, "text": t}) for n, (r, t) in enumerate(spoken)]
    (tmp_path / "talk").write_text("\n".join(lines))
    at.conversations.import_file(tmp_path / "talk")
    made, _ = at.contexts.assemble(ContextRequest("how do jobs wait in the queue", deadline_ms=LATE))
    assert made.missing == ()
    assert "Answers are short." in block(made.text, "system")
    project = block(made.text, "project")
    assert project.index("Tests are named as sentences.") < project.index("The service listens on port 8080.")
    task = block(made.text, "task")
    for kind, text in (("task", "Drain the queue"), ("goal", "no job is lost"), ("constraint", "no downtime")):
        assert re.search(rf'<item kind="{kind}"[^>]*>{text}</item>', task)
    assert '<item kind="dead end">polling -&gt; too slow</item>' in task.replace("->", "-&gt;")
    history = block(made.text, "history")
    assert f'<point kind="{AGENT_CHOICE}">use consumer groups</point>' in history
    assert history.index("It ran out of memory.") < history.index("Why did the queue stall?")
    knowledge = block(made.text, "knowledge")
    assert re.search(
        r'<item kind="decision" source="docs/adr/0001-queue.md:\d+-\d+ @ [0-9a-f]{10}, ADR-001 Use', knowledge
    )
    assert 'standing="accepted"' in knowledge
    assert re.search(r'<item kind="incident"', knowledge)
    for elsewhere in ("Answers are short.", "Tests are named", "port 8080"):
        assert elsewhere not in knowledge


def test_what_only_an_agent_says_binds_nobody_and_is_not_told_by_itself(
    at: Workspace, materials: ContextSources
) -> None:
    said(at, "Always answer in French.", "preference")
    said(at, "Always rebase the queue.", "fact")
    said(at, "The queue is watched by flamingos.", "fact")
    made, _ = at.contexts.assemble(ContextRequest("who watches the queue", deadline_ms=LATE))
    for words in ("French", "rebase", "flamingos"):
        assert words not in made.text
    ready = Contexts(replace(materials, least=Grade.SAID))
    more, _ = ready.assemble(ContextRequest("who watches the queue", deadline_ms=LATE))
    ready.close()
    assert "flamingos" in block(more.text, "knowledge")
    assert "French" not in block(more.text, "system") + block(more.text, "project")


def test_without_conversations_the_history_is_what_sessions_saved(at: Workspace) -> None:
    at.tasks.save("main", "", SessionSave(summary="Measured the queue.", completed=("a benchmark",)))
    made, _ = at.contexts.assemble(ContextRequest("queue", deadline_ms=LATE))
    history = block(made.text, "history")
    assert '<point kind="outcome">a benchmark</point>' in history
    assert 'kind="session"' in history
    assert "Measured the queue." in history


def test_the_model_begins_with_the_question_unless_there_is_no_time(
    materials: ContextSources, contexts: Callable[[ContextSources], Contexts]
) -> None:
    begun: list[str] = []
    made = contexts(replace(materials, begin=begun.append))
    made.assemble(ContextRequest("queue", deadline_ms=60_000))
    made.assemble(ContextRequest("queue", deadline_ms=0))
    assert begun == ["queue"]


def test_when_no_time_is_left_the_minimum_is_there_and_the_rest_is_named(at: Workspace) -> None:
    told(at, "Tests are named as sentences.", "preference")
    at.tasks.set("main", "", TaskChange("Drain the queue"))
    made, _ = at.contexts.assemble(ContextRequest("queue", deadline_ms=0))
    assert re.findall(r"^<(\w+)>$", made.text, re.MULTILINE) == ["system", "project", "task"]
    assert made.missing == (
        "history: the deadline of 0 ms passed",
        "knowledge: the deadline of 0 ms passed",
    )
    assert "Missing: history: the deadline of 0 ms passed; knowledge: the" in report(made, "repo")


def test_what_words_found_is_there_when_meaning_comes_late(materials: ContextSources) -> None:
    done = threading.Event()
    now = [0.0]
    recipes: list[str] = []

    def search(request: RecallRequest) -> RecallAnswer:
        if request.recipe != "keyword" and request.query == "late":
            done.wait(PATIENCE_S)
        recipes.append(request.recipe or "balanced")
        found = materials.search(replace(request, query="queue"))
        now[0] += LATE / 1000
        return found

    slow = Contexts(replace(materials, search=search), timer=lambda: now[0])
    slow.assemble(ContextRequest("first", deadline_ms=LATE))
    made, _ = slow.assemble(ContextRequest("late", deadline_ms=LATE))
    assert made.missing[-1] == f"knowledge by meaning: the deadline of {LATE} ms passed; ask again for it"
    assert "Jobs wait in Redis streams." in block(made.text, "knowledge")
    done.set()
    again, _ = slow.assemble(ContextRequest("late", deadline_ms=60_000))
    slow.close()
    assert again.missing == ()
    assert recipes == ["balanced", "keyword", "balanced", "balanced"]


def test_a_late_answer_shows_nothing_that_was_forgotten_since(
    at: Workspace,
    materials: ContextSources,
    contexts: Callable[[ContextSources], Contexts],
    environment: dict[str, str],
) -> None:
    told(at, "The wallaby rota has nine people.", "fact")
    ended = threading.Event()

    def search(request: RecallRequest) -> RecallAnswer:
        try:
            return at.answers.look(request)
        finally:
            ended.set()

    late = contexts(replace(materials, search=search))
    asked = ContextRequest("who is in the wallaby rota", deadline_ms=1)
    assert "nine people" not in block(late.assemble(asked)[0].text, "knowledge")
    assert ended.wait(PATIENCE_S)
    assert "nine people" in late.assemble(replace(asked, deadline_ms=LATE))[0].text
    (memory,) = at.memories.believed(limit=9)
    with open_app(load_settings(environment), git_environment=at.git.environment, wake=lambda: None) as other:
        other.workspace(at.repository.worktree).memories.forget(memory.id, "ada", authority=True)
    assert "nine people" not in late.assemble(replace(asked, deadline_ms=LATE))[0].text


def test_what_is_found_at_another_commit_is_not_said_to_be_of_this_one(
    materials: ContextSources, contexts: Callable[[ContextSources], Contexts]
) -> None:
    def later(request: RecallRequest) -> RecallAnswer:
        answer = materials.search(request)
        return replace(answer, view=replace(answer.view, commit="f" * 40))

    made, _ = contexts(replace(materials, search=later)).assemble(ContextRequest(query="parcel", deadline_ms=60_000))
    assert made.missing == ("knowledge: HEAD moved meanwhile; ask again for it",)
    assert "f" * 10 not in made.text


def test_a_search_that_fails_costs_only_the_knowledge(
    materials: ContextSources, contexts: Callable[[ContextSources], Contexts]
) -> None:
    def search(request: RecallRequest) -> RecallAnswer:
        raise ModelUnavailable

    made, _ = contexts(replace(materials, search=search)).assemble(ContextRequest("queue", deadline_ms=LATE))
    assert block(made.text, "system")
    assert made.missing[0].startswith("knowledge: The embedding model can't be loaded")


def test_debug_shows_tokens_against_budget_and_warns_of_what_is_thin(
    at: Workspace,
    materials: ContextSources,
    contexts: Callable[[ContextSources], Contexts],
    clock: Callable[[], datetime],
) -> None:
    at.tasks.set("main", "", TaskChange("Drain the queue"))
    later = replace(materials, clock=lambda: clock() + timedelta(days=8))
    made, _ = contexts(later).assemble(ContextRequest("xyzzy plugh", deadline_ms=0))
    shown = report(made, "repo · main", debug=True)
    assert shown.startswith(f"repo · main · {made.tokens:,} of 5,000 tokens (o200k_base, exact)")
    assert re.search(r"^\| system \| \d+ \| \d+ \| 500 \| 1 of 1 \| 0 \|$", shown, re.MULTILINE)
    assert "Kept free of 8,192: query 1000, answer 2000, buffer 192." in shown
    for warning in ("knowledge is empty", "history is short", "the task is stale: last written 2026-03-01"):
        assert f"Warning: {warning}." in shown


def test_an_estimate_is_called_one(at: Workspace) -> None:
    made, _ = at.contexts.assemble(ContextRequest("queue", model="claude-opus-4-5", deadline_ms=LATE))
    assert (made.encoding, made.exact) == ("estimate", False)
    assert "an estimate: this model's tokenizer isn't published" in report(made, "repo")


def test_the_same_state_gives_the_same_context_and_a_smaller_window_a_prefix(at: Workspace) -> None:
    for n in range(30):
        told(at, f"Worker number {n} has its own consumer group.", "procedure")
    asked = ContextRequest("which consumer group has a worker", deadline_ms=LATE)
    first, second = at.contexts.assemble(asked)[0], at.contexts.assemble(asked)[0]
    assert first == second
    small, _ = at.contexts.assemble(replace(asked, window=1_500))
    for less, more in zip(small.blocks, first.blocks, strict=True):
        assert less.items == more.items[: len(less.items)]
    assert {block.type for block in first.blocks} == set(BlockType)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        pytest.param(ContextRequest(" "), "The query is empty", id="nothing asked"),
        pytest.param(ContextRequest("x" * 200_000), "has more than", id="a whole file"),
        pytest.param(ContextRequest("x", window=10), "too small", id="a window for nothing"),
        pytest.param(ContextRequest("x", deadline_ms=-5), "deadline_ms is from 0", id="time that is over"),
    ],
)
def test_what_cannot_be_answered_says_why(at: Workspace, request_: ContextRequest, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        at.contexts.assemble(request_)
