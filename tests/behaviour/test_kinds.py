"""Documents, decisions, incidents, code and commits are one index; each question narrows it."""

from dataclasses import replace

import pytest

from scrubjay.app import App, Workspace
from scrubjay.git.ancestry import BaseTracker
from scrubjay.knowledge.index.store import rebuild
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.memory.grounding.citations import citations_of
from scrubjay.memory.grounding.verification import CitationVerifier
from scrubjay.operations.doctor import knowledge
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.search.recall.render import render
from tests.conftest import Repo

FILES: dict[str, str | bytes] = {
    ".agent/config.yaml": "ingestion:\n  code: [python]\n",
    "docs/pool.md": "# Pool\n\nThe pool hands out connections.\n",
    "docs/adr/0001-pool.md": "# 1. Use a pool\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a pool.\n",
    "docs/incidents/2026-01-09-pool.md": "---\nseverity: SEV-1\nservice: payments\n---\n# Empty pool\n\nNo one.\n",
    "src/pool.py": "class Pool:\n    def acquire_connection(self):\n        return 1\n",
}


@pytest.fixture
def workspace(app: App, repo: Repo) -> Workspace:
    repo.commit("Hand out connections from a pool\n\nThe zebra of the pool was slow.", FILES)
    return ready(app, repo)


def ready(app: App, repo: Repo) -> Workspace:
    at = app.initialise(repo.path)
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    at.commits.ingest(view)
    return at


def ask(at: Workspace, query: str, *kinds: str) -> list[tuple[str, str]]:
    answer = at.recall.search(RecallRequest(query=query, kinds=kinds))
    return [(hit.kind, hit.path) for hit in (*answer.hits, *answer.memories)]


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("document", "docs/pool.md"),
        ("decision", "docs/adr/0001-pool.md"),
        ("incident", "docs/incidents/2026-01-09-pool.md"),
        ("code", "src/pool.py"),
        ("commit", ""),
    ],
)
def test_a_kind_finds_its_own_and_nothing_else(workspace: Workspace, kind: str, path: str) -> None:
    assert set(ask(workspace, "pool", kind)) == {(kind, path)}


def test_the_classic_three_are_asked_together(workspace: Workspace) -> None:
    assert {kind for kind, _ in ask(workspace, "pool", "code", "decision", "incident")} == {
        "code", "decision", "incident",
    }  # fmt: skip


def test_an_answer_about_everything_has_the_commits_that_fit_behind_its_documents(workspace: Workspace) -> None:
    kinds = [kind for kind, _ in ask(workspace, "pool")]
    assert kinds.count("commit") == 1
    assert "commit" not in kinds[:3]
    assert "commit" not in [kind for kind, _ in ask(workspace, "acquire_connection")]
    assert ask(workspace, "zebra", "commit") == [("commit", "")]


def test_who_writes_a_commits_id_gets_the_commit(workspace: Workspace, repo: Repo) -> None:
    assert "commit" in {kind for kind, _ in ask(workspace, f"what is {repo.git('rev-parse', 'HEAD')[:10]} about: pool")}


@pytest.mark.parametrize("digits", [7, 10, 40])
def test_a_commits_id_alone_finds_the_commit_first(workspace: Workspace, repo: Repo, digits: int) -> None:
    sha = repo.git("rev-parse", "HEAD")
    repo.commit("Note", {"note.md": f"# Note\n\nThe pool came with {sha[:10]}.\n"})
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    workspace.commits.ingest(view)
    for query in (sha[:digits], f"what is {sha[:digits]} about?"):
        answer = workspace.recall.search(RecallRequest(query=query))
        assert answer.exact == (sha[:digits],)
        assert (answer.hits[0].kind, answer.hits[0].blob) == ("commit", sha)
        assert answer.hits[1].path == "note.md"


def test_a_commits_id_is_found_after_a_rebuild(workspace: Workspace, repo: Repo) -> None:
    rebuild(workspace.knowledge_database)
    answer = workspace.recall.search(RecallRequest(query=repo.git("rev-parse", "HEAD")[:10]))
    assert answer.hits[0].kind == "commit"


def test_an_id_that_no_commit_has_finds_none(workspace: Workspace) -> None:
    assert not workspace.recall.search(RecallRequest(query="0123456789abc", kinds=("commit",))).exact


def test_a_symbol_is_found_with_its_path_and_lines(workspace: Workspace) -> None:
    text = render(workspace.recall.search(RecallRequest(query="acquire_connection", kinds=("code",))))
    assert "**src/pool.py:2-3**" in text
    assert "acquire_connection" in text


def test_a_method_is_found_by_its_class_and_name(workspace: Workspace) -> None:
    for query in ("Pool.acquire_connection", "`Pool.acquire_connection`"):
        answer = workspace.recall.search(RecallRequest(query=query, kinds=("code",)))
        assert answer.exact
        assert (answer.hits[0].path, answer.hits[0].start_line) == ("src/pool.py", 2)


@pytest.mark.parametrize("name", ["acquire_connection", "Pool.acquire_connection", "Pool::acquire_connection()"])
def test_a_symbol_has_a_place(workspace: Workspace, name: str) -> None:
    (place,) = workspace.documents.symbols(workspace.documents.view(), name)
    assert (place.symbol, place.path) == ("Pool.acquire_connection", "src/pool.py")
    assert (place.start_line, place.end_line) == (2, 3)


@pytest.mark.parametrize("name", ["", "connection", "%", "Pool.", "a'b", "x\0y", "acquire_connection" * 100])
def test_a_part_of_a_name_or_none_has_no_place(workspace: Workspace, name: str) -> None:
    assert [p.symbol for p in workspace.documents.symbols(workspace.documents.view(), name)] in (
        [],
        ["Pool"],
    )


def test_a_symbol_is_a_section_of_its_file(workspace: Workspace) -> None:
    for section, lines in (("Pool.acquire_connection", "2-4 of"), ("Pool", "1-")):
        request = DocumentRequest(path="src/pool.py", section=section)
        assert f"src/pool.py:{lines}" in workspace.recall.reader.document(request).text


def test_a_claim_may_cite_a_symbol(workspace: Workspace) -> None:
    view = workspace.documents.view()
    base = BaseTracker(workspace.git, workspace.repository.common_dir)
    verifier = CitationVerifier(git=workspace.git, base=base, documents=workspace.documents, commits=workspace.commits)
    for claim, status in (("`Pool.acquire_connection` waits", "resolved"), ("`Pool.lost` waits", "not found")):
        (result,) = verifier.verify(claim, citations_of(claim), view)
        assert result.status == status
        assert not result.whole


def test_an_incident_tells_its_severity_and_service(workspace: Workspace) -> None:
    text = render(workspace.recall.search(RecallRequest(query="pool", kinds=("incident",))))
    assert "2026-01-09 · sev-1 · payments" in text
    assert ask(workspace, "pool service:payments") == [("incident", "docs/incidents/2026-01-09-pool.md")]


def test_a_report_that_says_so_itself_is_an_incident(app: App, repo: Repo) -> None:
    repo.commit("Note", {"notes/pool.md": "---\ntype: incident\nservice: search\n---\n# Pool\n\nEmpty.\n"})
    at = ready(app, repo)
    assert ask(at, "pool", "incident") == [("incident", "notes/pool.md")]
    assert ask(at, "pool", "document") == []
    assert at.documents.behind(at.documents.view()) == 0


def test_commits_below_a_path_are_left_to_search_commits(workspace: Workspace) -> None:
    answer = workspace.recall.search(RecallRequest(query="zebra path:docs", kinds=("commit",)))
    assert not answer.hits
    assert "search_commits" in render(answer)


def test_commits_that_nobody_read_yet_are_said(app: App, repo: Repo) -> None:
    repo.commit("Feed the giraffe", {"a.md": "# A\n"})
    at = app.initialise(repo.path)
    assert "not indexed yet" in render(at.recall.search(RecallRequest(query="giraffe", kinds=("commit",))))


def test_documents_get_their_vectors_before_commits(workspace: Workspace) -> None:
    assert workspace.embedder
    index = VectorIndex(workspace.embedder.fingerprint)
    waiting = workspace.knowledge_database.read(lambda c: index.pending(c, 1000))
    assert "zebra" in waiting[-1][1]
    assert not any("zebra" in text for _, text in waiting[:-1])


def test_a_commit_of_another_branch_is_not_shown(workspace: Workspace, app: App, repo: Repo) -> None:
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("Feed the giraffe", {"a.md": "# A\n"})
    ready(app, repo)
    assert ask(workspace, "giraffe", "commit")
    repo.git("checkout", "-q", "main")
    assert ask(workspace, "giraffe", "commit") == []


def test_reading_again_adds_nothing_and_the_index_equals_the_tree(workspace: Workspace) -> None:
    view = workspace.documents.view()
    assert workspace.commits.ingest(view) == 0
    assert workspace.documents.ingest(view, cause="test").added == 0
    assert workspace.documents.verify(view, deep=True).ok
    workspace.documents.collect_garbage()
    assert ask(workspace, "zebra", "commit")


def test_doctor_names_the_grammars_that_lack(workspace: Workspace) -> None:
    view = workspace.documents.view()
    found = knowledge.code(workspace, view, frozenset())
    assert (found.ok, found.found, found.do) == (
        False,
        "no grammar for python",
        "install scrubjay with the extra `[code]`",
    )
    assert knowledge.code(workspace, view, frozenset({"python"})).ok


def test_secrets_in_a_commit_message_are_masked(app: App, repo: Repo) -> None:
    token = "gh" + "p_" + "a1B2" * 9
    repo.commit(f"Use {token} for the zebra", {"a.md": "# A\n"})
    at = ready(app, repo)
    (hit,) = at.recall.search(RecallRequest(query="zebra", kinds=("commit",))).hits
    assert token not in hit.text + hit.title


def test_a_reverted_commit_stands_below_its_revert_until_that_is_reverted(app: App, repo: Repo) -> None:
    repo.commit("Cache payments in the giraffe", FILES)
    kept = repo.git("rev-parse", "HEAD")
    repo.commit("Note", {"note.md": "# Note\n\nNothing.\n"})
    repo.git("revert", "--no-edit", "HEAD")
    repo.git("commit", "-q", "--allow-empty", "-m", f"Take it back\n\nThis reverts commit {kept}.")
    back = repo.git("rev-parse", "HEAD")
    at = ready(app, repo)
    asked = RecallRequest(query="cache payments giraffe", kinds=("commit",))
    new, old = at.recall.search(asked).hits[:2]
    assert (new.blob, new.replaces, old.blob, old.status) == (back, (kept[:10],), kept, "superseded")
    assert new.marks[0].startswith(f"replaces {kept[:10]} (2")
    assert f"superseded by {back[:10]}" in render(at.recall.search(asked))
    then = at.recall.search(replace(asked, as_of=f"{back}~1")).hits
    assert (then[0].blob, then[0].status) == (kept, "")
    repo.git("commit", "-q", "--allow-empty", "-m", f"Bring it back\n\nThis reverts commit {back}.")
    at = ready(app, repo)
    found = {hit.blob: hit.status for hit in at.recall.search(replace(asked, query=f"{kept} {back}")).hits}
    assert (found[kept], found[back]) == ("", "superseded")
