"""An answer shows what submodules say behind what the repository says itself, and no memory leans on it."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.decisions import DecisionFilters
from scrubjay.search.recall.document import DocumentRequest
from scrubjay.search.recall.render import render
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo

ALLOWED = ("-c", "protocol.file.allow=always", "submodule", "--quiet")
LIBRARY = {
    "README.md": "# Widget library\n\nThe frobnicator retries seven times before it gives up on a quokka.\n",
    "mail.md": "# Mail of the library\n\nInvoices of the library are sent by mail every month.\n",
    "docs/adr/0001-lemurs.md": "# 1. Use lemurs\n\n## Status\n\nAccepted\n\n## Decision\n\nLemurs climb.\n",
    "docs/adr/0012-marmots.md": "# 12. Use marmots\n\n## Status\n\nAccepted\n\n## Decision\n\nMarmots cache.\n",
    "a.py": "def frobnicate_quokka(times=7):\n    return times\n",
}
OWN = {
    "README.md": "# App\n\nInvoices are sent by mail every month.\n",
    "docs/adr/0001-ravens.md": "# 1. Use ravens\n\n## Status\n\nAccepted\n\n## Decision\n\nRavens fly.\n",
}
HINT = "`scrubjay settings set --here ingestion.submodules true`"


@pytest.fixture
def outer(repo: Repo, make_repo: Callable[..., Repo]) -> Repo:
    library = make_repo("library")
    library.commit("start", dict(LIBRARY))
    repo.git(*ALLOWED, "add", str(library.path), "vendor/lib")
    repo.commit("start", dict(OWN))
    return repo


@pytest.fixture
def reads(environment: dict[str, str], clock: Callable[[], datetime]) -> Iterator[App]:
    settings = load_settings(environment | {"SCRUBJAY_INGESTION_SUBMODULES": "true"})
    with open_app(
        settings, git_environment=GitEnvironment.of(environment), embedder=None, clock=clock, wake=lambda: None
    ) as opened:
        yield opened


@pytest.fixture
def at(reads: App, outer: Repo) -> Workspace:
    at = reads.initialise(outer.path)
    at.documents.ingest(at.documents.view(), cause="test")
    return at


def ask(at: Workspace, query: str, **more: object) -> RecallAnswer:
    return at.recall.look(RecallRequest(query=query, trimmed=True, **more))  # type: ignore[arg-type]


def paths(answer: RecallAnswer) -> list[str]:
    return [hit.path for hit in answer.hits]


def test_what_only_a_submodule_says_is_shown_with_its_commit(at: Workspace, outer: Repo) -> None:
    answer = ask(at, "how often does the frobnicator retry a quokka")
    commit = outer.git("rev-parse", "HEAD:vendor/lib")[:10]
    assert "vendor/lib/README.md" in paths(answer)
    assert all(f"@ {commit} of submodule vendor/lib" in hit.marks for hit in answer.hits)
    assert f"@ {commit} of submodule vendor/lib" in render(answer)
    assert answer.fit == "good"


def test_an_own_answer_stands_in_front(at: Workspace) -> None:
    assert paths(ask(at, "when are invoices sent by mail"))[:2] == ["README.md", "vendor/lib/mail.md"]


def test_what_fits_too_but_has_no_room_is_said(at: Workspace) -> None:
    answer = ask(at, "when are invoices sent by mail", limit=1)
    assert paths(answer) == ["README.md"]
    assert "submodule vendor/lib may answer as well: path vendor/lib shows it" in answer.notes
    assert not any("may answer as well" in note for note in ask(at, "when are invoices sent by mail").notes)


def test_a_switched_off_submodule_is_counted_with_the_command_where_nothing_fits(app: App, outer: Repo) -> None:
    at = app.initialise(outer.path)
    at.documents.ingest(at.documents.view(), cause="test")
    answer = ask(at, "how often does the frobnicator retry a quokka")
    assert not any(path.startswith("vendor/") for path in paths(answer))
    assert f"1 submodule, vendor/lib ({HINT})" in answer.unread


@pytest.mark.parametrize(
    ("query", "first", "never"),
    [
        ("ADR 1", "docs/adr/0001-ravens.md", "vendor/lib/docs/adr/0001-lemurs.md"),
        ("ADR 12", "vendor/lib/docs/adr/0012-marmots.md", "vendor/lib/docs/adr/0001-lemurs.md"),
    ],
)
def test_a_record_s_number_means_the_own_one_first(at: Workspace, query: str, first: str, never: str) -> None:
    answer = ask(at, query)
    assert paths(answer)[0] == first
    assert never not in paths(answer)
    assert any("one of a submodule" in note for note in answer.notes) is first.startswith("vendor/")
    document = at.recall.reader.document(DocumentRequest(path=query))
    assert document.path == first
    assert ("of submodule vendor/lib" in document.text) is first.startswith("vendor/")


def test_records_of_submodules_are_no_decisions_here(at: Workspace) -> None:
    assert "lemurs" not in at.recall.reader.list_decisions(DecisionFilters())
    assert paths(ask(at, "lemurs marmots", kinds=("decision",))) == []


def test_kinds_and_paths_narrow_to_what_a_submodule_has(at: Workspace) -> None:
    assert paths(ask(at, "frobnicate_quokka", kinds=("code",))) == ["vendor/lib/a.py"]
    assert all(path.startswith("vendor/lib/") for path in paths(ask(at, "invoices mail", path="vendor/lib")))
    assert "vendor/lib/mail.md" in paths(ask(at, "invoices mail", path="vendor/lib"))
    assert ask(at, "quokka", kinds=("memory",)).hits == ()
    assert ask(at, "quokka", kinds=("commit",)).hits == ()


@pytest.mark.parametrize(
    "claim",
    [
        "The frobnicator retries seven times before it gives up on a quokka.",
        "The frobnicator retries seven times before it gives up on a quokka (vendor/lib/README.md).",
        "The frobnicator retries seven times before it gives up on a quokka (vendor/lib/README.md:3).",
        "Marmots cache (ADR-12).",
    ],
)
def test_no_memory_leans_on_the_words_of_a_submodule(at: Workspace, claim: str) -> None:
    request = RememberRequest(content=claim, author="ada", origin=Origin.AGENT, act=Act.NONE)
    outcome = at.memories.remember(request)
    assert not isinstance(outcome, Blocked)
    grades = at.grades.of([outcome.id], at.documents.view()) if outcome.id else {}
    assert [(found.grade, found.ground) for found in grades.values()] == [(Grade.SAID, None)] * len(grades)
    assert outcome.id


def test_the_same_words_in_an_own_document_are_a_ground(at: Workspace, outer: Repo) -> None:
    outer.commit("own", {"own.md": LIBRARY["README.md"]})
    claim = "The frobnicator retries seven times before it gives up on a quokka."
    outcome = at.memories.remember(RememberRequest(content=claim, author="ada"))
    assert not isinstance(outcome, Blocked)
    graded = at.grades.of([outcome.id], at.documents.view())[outcome.id]
    assert graded.grade is Grade.GROUNDED or graded.grade is Grade.QUOTED
