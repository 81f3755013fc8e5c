"""Questions to a real repository, and what every hit says of itself."""

from dataclasses import replace
from typing import Any, cast

import pytest

from scrubjay.app import App, Workspace
from scrubjay.errors import NotIndexed, UnknownRevision, UsageError
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.knowledge.documents.ingest import IngestReport, Progress
from scrubjay.knowledge.index.indexes import WantedPassages
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.visible import StandIns
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.view import View
from scrubjay.search.history.authors import Authors, People
from scrubjay.search.history.search import HistorySearch
from scrubjay.search.recall.answer import RecallAnswer, RecallHit, RecallRequest
from scrubjay.search.recall.asked import phrasings
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.search.recall.objects import as_object
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.render import render
from tests.conftest import Repo


def ask(recall: Recall, query: str, **more: object) -> RecallAnswer:
    return recall.search(replace(RecallRequest(query=query), **more))  # type: ignore[arg-type]


def paths(answer: RecallAnswer) -> list[str]:
    return list(dict.fromkeys(hit.path for hit in answer.hits))


def at(answer: RecallAnswer, path: str) -> RecallHit:
    return next(hit for hit in answer.hits if hit.path == path)


def test_a_hit_carries_its_lines_its_commit_and_its_date(recall: Recall, workspace: Workspace, shop: Repo) -> None:
    workspace.documents.ingest(workspace.documents.view(), cause="worker")
    answer = ask(recall, "canary traffic")
    hit = at(answer, "docs/usage.md")
    short = shop.git("rev-parse", "HEAD")[:10]
    assert (hit.kind, hit.title, hit.date[:10]) == ("document", "Usage", "2025-01-01")
    lines = render(answer).split("\n")
    assert lines[0].startswith(f"repo · main @ {short}")
    assert f"**docs/usage.md:{hit.start_line}-{hit.end_line}** · Usage" in "\n".join(lines)
    assert hit.blob == shop.git("rev-parse", "HEAD:docs/usage.md")


def test_the_current_decision_stands_first_and_the_old_one_says_what_replaced_it(recall: Recall) -> None:
    answer = ask(recall, "log in with a password")
    found = paths(answer)
    assert found.index("docs/adr/0007-passkeys.md") < found.index("docs/adr/0002-login-forms.md")
    old, new = at(answer, "docs/adr/0002-login-forms.md"), at(answer, "docs/adr/0007-passkeys.md")
    assert (old.status, old.marks) == ("superseded", ("superseded by ADR-007 (2026-02-01)",))
    assert (new.status, new.date, new.replaces, new.marks) == (
        "accepted",
        "2026-02-01",
        ("ADR-002",),
        ("replaces ADR-002 (2025-01-01)",),
    )


def test_a_successor_on_another_branch_supersedes_nothing_here(recall: Recall, shop: Repo) -> None:
    shop.git("switch", "-q", "-c", "before", "HEAD~1")
    answer = ask(recall, "log in")
    assert paths(answer) == ["docs/adr/0002-login-forms.md"]
    assert answer.hits[0].marks == ("superseded by 0007-passkeys.md (not in this view)",)


def test_a_file_that_differs_in_the_working_tree_is_marked_and_shows_heads_text(recall: Recall, shop: Repo) -> None:
    shop.write("docs/usage.md", "# Usage\n\nThe canary is gone.\n")
    hit = at(ask(recall, "canary"), "docs/usage.md")
    assert "ten percent" in hit.text
    assert hit.marks == ("uncommitted changes; this is HEAD's text",)
    assert "uncommitted changes" in recall.reader.document(DocumentRequest(path="docs/usage.md")).text.splitlines()[0]
    assert at(ask(recall, "canary", as_of="HEAD"), "docs/usage.md").marks == ()


def test_a_revision_or_a_date_is_answered_as_of_then(recall: Recall) -> None:
    for then in ("HEAD~1", "2025-06-01"):
        answer = ask(recall, "passkey log in", as_of=then)
        assert paths(answer) == ["docs/adr/0002-login-forms.md"]
        assert f"as of {then} (2025-01-01)" in render(answer).splitlines()[0]
    with pytest.raises(UnknownRevision, match="no-such"):
        ask(recall, "passkey", as_of="no-such")


def test_what_was_committed_a_moment_ago_is_found_and_the_worker_is_asked(
    recall: Recall, shop: Repo, app: App, workspace: Workspace
) -> None:
    ask(recall, "canary")
    shop.commit("more", {"docs/new.md": "# New\n\nThe flamingo protocol.\n"})
    assert paths(ask(recall, "flamingo"))[0] == "docs/new.md"
    assert app.queue.counts()


class SlowDocuments:
    """Documents that never get to the end in the time they are given."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self.deadlines: list[float | None] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._documents, name)

    def ingest(
        self, view: View, *, cause: str, deadline_s: float | None = None, progress: Progress | None = None
    ) -> IngestReport:
        self.deadlines.append(deadline_s)
        return IngestReport(behind=3)


@pytest.fixture
def slow(workspace: Workspace) -> SlowDocuments:
    return SlowDocuments(workspace.documents)


@pytest.fixture
def slow_recall(workspace: Workspace, slow: SlowDocuments) -> Recall:
    authors = Authors(workspace.git)
    return Recall(
        git=workspace.git,
        documents=cast("Documents", slow),
        retriever=workspace.retriever,
        memories=workspace.memories,
        grades=workspace.grades,
        own=workspace.user_retriever,
        settings=workspace.settings.retrieval,
        later=lambda: workspace.enqueue("search"),
        commits=workspace.commits,
        sources=workspace.index_sources,
        stand_ins=StandIns(),
        wanted=WantedPassages(workspace.knowledge_database, None),
        history=HistorySearch(
            workspace.git,
            workspace.retriever.search,
            authors,
            People(authors, named=True),
        ),
    )


def test_an_index_that_stays_behind_is_said_and_left_to_the_worker(
    slow_recall: Recall, slow: SlowDocuments, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrubjay.search.recall.reading.INLINE_S", 0.2)
    answer = ask(slow_recall, "canary")
    assert "3 files behind; the worker is on it" in render(answer).splitlines()[0]
    assert "3 files behind" in slow_recall.reader.list_decisions(DecisionFilters()).splitlines()[0]
    assert slow.deadlines[0] == 0.2
    assert app.queue.counts()


def test_a_revision_that_cant_be_indexed_in_time_names_the_command(
    slow_recall: Recall, slow: SlowDocuments, shop: Repo
) -> None:
    before = shop.git("rev-parse", "HEAD~1")
    with pytest.raises(NotIndexed, match=f"scrubjay ingest {before[:12]}"):
        ask(slow_recall, "canary", as_of="HEAD~1")
    assert slow.deadlines == [20.0]


def test_kinds_narrow_an_answer(recall: Recall, memories: Memories) -> None:
    memories.remember(
        RememberRequest(content="People log in from the canary.", scope="user", origin=Origin.PERSON, act=Act.TYPED)
    )
    answer = ask(recall, "log in canary")
    assert {hit.kind for hit in answer.hits} == {"document", "decision"}
    assert {hit.kind for hit in answer.memories} == {"memory"}
    assert {hit.kind for hit in ask(recall, "log in canary", kinds=("decision",)).hits} == {"decision"}
    (hit,) = ask(recall, "log in canary", kinds=("memory",)).memories
    assert hit.title.startswith("user fact ")


@pytest.mark.parametrize(
    ("kind", "note"),
    [("code", "use grep"), ("commit", "search_commits"), ("incident", "no incident reports at HEAD")],
)
def test_a_kind_that_isnt_indexed_is_answered_honestly(recall: Recall, kind: str, note: str) -> None:
    answer = ask(recall, "canary", kinds=(kind,))
    assert answer.hits == ()
    assert note in render(answer).splitlines()[0]


def test_what_did_not_take_part_is_said(recall: Recall) -> None:
    answer = ask(recall, "canary")
    assert answer.embedded == 0
    assert any("keyword only" in note for note in answer.degraded)
    assert "keyword only" in render(answer).splitlines()[0]


@pytest.mark.parametrize("query", ["", " \n", "x" * 100_001])
def test_an_empty_or_endless_query_is_refused(recall: Recall, query: str) -> None:
    with pytest.raises(UsageError, match="query"):
        ask(recall, query)


@pytest.mark.parametrize("query", ['"', "NEAR(a b", "a* OR -b", "'; DROP TABLE memory", "\ud800", "?!", "\0"])
def test_nothing_that_is_typed_is_syntax(recall: Recall, memories: Memories, query: str) -> None:
    memories.remember(RememberRequest(content="The canary runs for an hour.", origin=Origin.PERSON, act=Act.TYPED))
    assert render(ask(recall, query))


def test_an_unknown_kind_or_recipe_names_those_there_are(recall: Recall) -> None:
    with pytest.raises(UsageError, match="document, decision"):
        ask(recall, "canary", kinds=("rumour",))
    with pytest.raises(UsageError, match="balanced"):
        ask(recall, "canary", recipe="nonsense")


def test_nothing_found_says_what_to_try(recall: Recall) -> None:
    assert "Try without path or kinds" in render(ask(recall, "canary", path="nowhere"))
    assert "scrubjay explain" in render(ask(recall, "zzzzqqqq"))


def test_an_empty_repository_is_answered_too(app: App, make_repo: "type[Repo]") -> None:
    recall = app.initialise(make_repo("empty").path).recall  # type: ignore[arg-type, call-arg]
    assert render(ask(recall, "anything")).startswith("empty · main (no commits)")
    assert "No decisions" in recall.reader.list_decisions(DecisionFilters(status="all"))


def test_json_has_what_the_interface_promises(recall: Recall, workspace: Workspace) -> None:
    found = as_object(ask(recall, "log in with a passkey"))
    assert set(found) == {
        "query", "also_ask", "recipe", "fit", "degraded", "view", "embedded", "results", "exact", "notes", "people",
        "discussed", "memories", "below", "not_read",
    }  # fmt: skip
    assert found["view"] == {
        "worktree": str(workspace.repository.worktree),
        "branch": "main",
        "commit": workspace.documents.view().commit,
    }
    first = found["results"][0]
    promised = "path blob start_line end_line title kind status date replaces text scores ranks"
    assert set(first) >= set(promised.split())
    assert set(first["scores"]) == {"bm25", "vector", "reranker", "held", "final"}
    assert set(first["ranks"]) == {"bm25", "vector", "reranker"}
    assert first["replaces"] == ["ADR-002"]
    assert first["ranks"]["bm25"] == 1


def test_the_same_question_gives_the_same_answer(recall: Recall, memories: Memories) -> None:
    memories.remember(RememberRequest(content="The canary runs for an hour.", origin=Origin.PERSON, act=Act.TYPED))
    assert render(ask(recall, "canary log in")) == render(ask(recall, "canary log in"))


def test_another_wording_finds_what_the_question_does_not_name(recall: Recall, shop: Repo) -> None:
    pages = {f"docs/p{n}.md": f"# Page {n}\n\nHow to order things in a list, part {n}.\n" for n in range(12)}
    shop.commit("api", {**pages, "docs/api.md": "# sorted_by_key\n\n`sorted_by_key(rows)` returns rows.\n"})
    view = recall.searchable.current()[0]
    alone = ask(recall, "order things in a list", limit=5)
    assert "docs/api.md" not in paths(alone)
    answer = ask(recall, "order things in a list", also_ask=("sorted_by_key",), limit=5)
    assert "docs/api.md" in paths(answer)
    assert answer.view == view
    assert "sorted_by_key(rows)" in render(answer)
    assert "2 phrasings, each hit by the one that it fits best" in render(
        replace(answer, request=replace(answer.request, detail="full"))
    )


def test_the_filters_of_the_question_hold_for_every_wording(recall: Recall) -> None:
    answer = ask(recall, "log in kind:decision", also_ask=("canary traffic", "kind:document usage"))
    assert {hit.kind for hit in answer.hits} == {"decision"}


def test_single_words_are_asked_together_as_one_wording() -> None:
    request = RecallRequest(query="q", also_ask=("canary", "log in", "traffic"))
    assert phrasings(request, "who gets it first") == ("who gets it first", "log in", "canary traffic")
    assert phrasings(replace(request, also_ask=("canary",)), "who") == ("who", "canary")


def test_the_same_wording_again_counts_once(recall: Recall) -> None:
    again = ask(recall, "canary traffic", also_ask=(" Canary  TRAFFIC", "canary traffic"))
    assert again.hits == ask(recall, "canary traffic").hits


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"also_ask": ("a", "b", "c", "d", "e")}, "at most 4 further phrasings; there are 5"),
        ({"also_ask": ("a", "  ")}, "Further phrasing 2 is empty"),
        ({"also_ask": ("a" * 100_001,)}, "Further phrasing 1 has more than 100,000 characters"),
        ({"query": "", "kinds": ("memory",), "also_ask": ("a",)}, "the query has no words"),
        ({"query": "kind:decision", "also_ask": ("a",)}, "the query has no words"),
    ],
)
def test_wordings_that_cant_be_asked_are_refused(recall: Recall, request_: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ask(recall, **{"query": "canary", **request_})
