"""What a name means in one state of a repository: without a remote, not read yet, changed since."""

from typing import Any, cast

import pytest

from scrubjay.app import App
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.search.recall.asked_names import asked_names
from scrubjay.search.recall.names import NameResolver
from tests.conftest import Repo
from tests.shared.search.recall.test_names import ask, commits, opened
from tests.shared.without_code import environment  # noqa: F401 - code is switched off here


@pytest.fixture
def fresh(repo: Repo) -> dict[str, str]:
    """The same commits, for a test that reads them in by itself."""
    return commits(repo)


def test_without_a_remote_the_readme_says_which_repository_this_is(app: App, repo: Repo, fresh: dict[str, str]) -> None:
    repo.git("remote", "remove", "origin")
    recall = opened(app, repo).recall
    assert ask(recall, "acme/shop#12").hits[0].blob == fresh["squashed"]
    assert not ask(recall, "ann/pen#12").hits


def test_an_id_that_git_has_and_the_index_has_not_is_said_to_be_there(
    app: App, repo: Repo, fresh: dict[str, str]
) -> None:
    tree = repo.git("rev-parse", "HEAD^{tree}")
    answer = ask(opened(app, repo).recall, tree)
    assert answer.notes == (f"{tree} is a tree in git that isn't searched",)
    assert (answer.hits, answer.fit) == ((), "nothing")


def test_a_commit_that_is_not_read_yet_is_said_to_be_in_git(app: App, repo: Repo, fresh: dict[str, str]) -> None:
    recall = app.initialise(repo.path).recall
    assert (
        ask(recall, fresh["closes"][:10]).notes[0] == f"{fresh['closes'][:10]} is a commit in git that isn't searched"
    )
    assert "not indexed yet" in ask(recall, "#12").notes[0]


def test_a_question_without_a_name_looks_nothing_up(app: App, repo: Repo, fresh: dict[str, str]) -> None:
    class NeverAsked:
        def __getattr__(self, name: str) -> object:
            raise AssertionError(f"{name} was asked")

    at = opened(app, repo)
    never = cast("Any", NeverAsked())
    resolver = NameResolver(never, never, never, never, never, never)
    request = SearchRequest(query="how does the belt run", view=at.documents.view())
    named = resolver.find(asked_names(request.query), request, discussions=True)
    result = at.retriever.search(request)
    assert resolver.beside(named, result, (), request) == named
    assert (named.hits, named.notes, named.first(result.hits, result)) == ((), (), result.hits)


def test_the_id_of_a_memory_is_said_to_be_one(app: App, repo: Repo, fresh: dict[str, str]) -> None:
    at = opened(app, repo)
    at.memories.remember(
        RememberRequest(content="The belt is dried at night.", author="ada", origin=Origin.PERSON, act=Act.TYPED)
    )
    (memory,) = at.memories.recent(1)
    answer = ask(at.recall, memory.id[:12])
    assert answer.notes == (f"{memory.id[:12]} is a memory: `scrubjay memories show {memory.id[:8]}` shows it",)


def test_a_number_that_is_no_id_is_a_word(app: App, repo: Repo, fresh: dict[str, str]) -> None:
    repo.commit("more", {"docs/serial.md": "# Serial\n\nThe belt is 12345678.\n"})
    answer = ask(opened(app, repo).recall, "12345678")
    assert (answer.hits[0].path, answer.notes) == ("docs/serial.md", ())


@pytest.mark.parametrize("question", ["docs/belt.md", "what is in docs/belt.md", "which part of docs/belt.md changed"])
def test_no_commit_stands_before_the_document_that_is_named(
    app: App, repo: Repo, fresh: dict[str, str], question: str
) -> None:
    for number in range(3):
        repo.commit(f"Change docs/belt.md, part {number}", {"docs/belt.md": f"# The belt\n\nIt runs {number} times.\n"})
    assert ask(opened(app, repo).recall, question).hits[0].path == "docs/belt.md"
