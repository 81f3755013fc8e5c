"""What a question names stands first, in every spelling; what nothing is called is said to be unknown."""

from collections.abc import Iterator
from typing import Any, cast

import pytest

from scrubjay.app import App
from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.search.recall.asked_names import asked_names
from scrubjay.search.recall.names import NameResolver
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.render import render
from tests.conftest import Repo
from tests.shared.conftest import shared_home
from tests.shared.search.recall.named import ask, commits, opened
from tests.shared.without_code import NO_CODE, environment  # noqa: F401 - code is switched off here

NUMBERS = [
    "#12", "GH-12", "PR 12", "PR #12", "pull request 12", "issue 12", "issue #12", "acme/shop#12",
    "https://github.com/acme/shop/pull/12", "https://github.com/acme/shop/issues/12",
    "https://github.com/acme/shop/pull/12/files?w=1#r3", "!12",
]  # fmt: skip
QUESTIONS = ["{}", "what does {} change?", "why was {} made", "what's in {}", "who asked for {}"]


@pytest.fixture(scope="module")
def shared(
    tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]
) -> Iterator[tuple[Recall, dict[str, str]]]:
    """For tests that only ask."""
    with shared_home(tmp_path_factory.mktemp("names"), _environment | NO_CODE) as (app, repo):
        shas = commits(repo)
        yield opened(app, repo).recall, shas


@pytest.fixture
def recall(shared: tuple[Recall, dict[str, str]]) -> Recall:
    return shared[0]


@pytest.fixture
def made(shared: tuple[Recall, dict[str, str]]) -> dict[str, str]:
    return shared[1]


@pytest.fixture
def fresh(repo: Repo) -> dict[str, str]:
    """The same commits, for a test that reads them in by itself."""
    return commits(repo)


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_stands_first_in_every_spelling(
    recall: Recall, made: dict[str, str], name: str, question: str
) -> None:
    answer = ask(recall, question.format(name))
    assert answer.hits[0].blob == made["squashed"]
    assert answer.fit == "good"
    assert answer.exact


@pytest.mark.parametrize("name", ["#34", "GH-34", "acme/shop#34"])
def test_a_commit_whose_message_closes_an_issue_is_what_the_number_names(
    recall: Recall, made: dict[str, str], name: str
) -> None:
    assert ask(recall, name).hits[0].blob == made["closes"]


def test_what_merged_a_number_stands_before_what_cites_it(recall: Recall, made: dict[str, str]) -> None:
    assert [hit.blob for hit in ask(recall, "#12").hits] == [made["squashed"], made["cites"]]


def test_a_document_that_names_a_number_is_its_place_where_no_commit_does(recall: Recall) -> None:
    assert [hit.path for hit in ask(recall, "GH-77").hits] == ["docs/numbers.md"]


@pytest.mark.parametrize("name", ["#261", "GH-261", "PR 261", "acme/shop#261"])
def test_an_address_of_this_repository_names_its_bare_number(recall: Recall, name: str) -> None:
    answer = ask(recall, name)
    assert ([hit.path for hit in answer.hits], answer.notes) == (["docs/news.md"], ())


def test_a_number_that_stands_there_and_names_nothing_is_not_said_to_be_unknown(recall: Recall) -> None:
    answer = ask(recall, "#88")
    assert answer.hits[0].path == "docs/table.md"
    assert answer.notes == ()


def test_another_repositorys_number_is_not_this_ones(recall: Recall, made: dict[str, str]) -> None:
    assert ask(recall, "acme/other#12").hits[0].path == "docs/talks.md"
    assert ask(recall, "ann/pen#56").hits[0].blob == made["elsewhere"]
    for name in ("other/repo#12", "https://gitlab.com/acme/shop/pull/12", "https://github.com/ann/pen/pull/12"):
        answer = ask(recall, name)
        assert (answer.hits, answer.below, answer.fit) == ((), (), "nothing")
        assert answer.notes[0].startswith("nothing here is called ")


def test_without_a_remote_the_readme_says_which_repository_this_is(app: App, repo: Repo, fresh: dict[str, str]) -> None:
    repo.git("remote", "remove", "origin")
    recall = opened(app, repo).recall
    assert ask(recall, "acme/shop#12").hits[0].blob == fresh["squashed"]
    assert not ask(recall, "ann/pen#12").hits


UNKNOWN = ["#999", "GH-999", "PR 999", "acme/shop#999", "https://github.com/acme/shop/pull/999", "deadbe1", "ADR-999",
           "docs/none.md", "cut_parcels_all"]  # fmt: skip


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_name_is_said_to_be_unknown(recall: Recall, name: str) -> None:
    for question in ("{}", "what does {} change?", "why was {} made"):
        answer = ask(recall, question.format(name))
        assert (answer.hits, answer.fit, answer.exact) == ((), "nothing", ())
        assert sum(note.startswith("nothing here is called ") for note in answer.notes) == 1
        assert "nothing here is called" in render(answer).split("\n")[0]


@pytest.mark.parametrize("name", ["#999", "deadbe1", "GH-999"])
def test_below_a_number_or_an_id_that_is_unknown_nothing_is_shown(recall: Recall, name: str) -> None:
    assert ask(recall, name).below == ()


def test_a_question_that_asks_more_is_answered_beside_an_unknown_name(recall: Recall) -> None:
    answer = ask(recall, "how often does the belt run twice since #999")
    assert answer.hits[0].path == "docs/belt.md"
    assert answer.notes[0] == "nothing here is called #999"


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("ADR-12", "docs/adr/0012-cut-parcels.md"), ("adr 12", "docs/adr/0012-cut-parcels.md"),
        ("ADR-0012", "docs/adr/0012-cut-parcels.md"), ("0012", "docs/adr/0012-cut-parcels.md"),
        ("record 12", "docs/adr/0012-cut-parcels.md"),
        ("docs/belt.md", "docs/belt.md"), ("belt.md", "docs/belt.md"), ("./docs/belt.md", "docs/belt.md"),
        ("docs/belt.md:3", "docs/belt.md"), ("cut_parcel", "docs/cutting.md"), ("cut_parcel()", "docs/cutting.md"),
    ],
)  # fmt: skip
def test_records_paths_and_symbols_stand_first(recall: Recall, name: str, path: str) -> None:
    for question in ("{}", "what does {} say?", "what's in {}"):
        assert ask(recall, question.format(name)).hits[0].path == path


@pytest.mark.parametrize("digits", [7, 10, 40])
def test_a_commits_id_stands_first_in_every_length(recall: Recall, made: dict[str, str], digits: int) -> None:
    sha = made["closes"][:digits]
    for name in (sha, sha.upper(), f"https://github.com/acme/shop/commit/{sha}"):
        for question in ("{}", "why was {} made"):
            assert ask(recall, question.format(name)).hits[0].blob == made["closes"]


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


def test_a_file_of_git_that_is_not_read_is_found_by_its_commits(recall: Recall, made: dict[str, str]) -> None:
    assert ask(recall, "pears.py").hits[0].blob in (made["closes"], made["elsewhere"])


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


def test_a_narrowed_search_says_of_no_name_that_it_is_unknown(recall: Recall) -> None:
    answer = ask(recall, "#12", kinds=("decision",))
    assert not [note for note in answer.notes if "is called" in note]
    assert "commit" not in [hit.kind for hit in answer.hits]


@pytest.mark.parametrize(
    ("name", "filters", "kind", "by"),
    [
        ("#12", {"kinds": ("decision",)}, "commit", "kinds"), ("#34", {"path": "docs"}, "commit", "path"),
        ("docs/belt.md", {"kinds": ("decision",)}, "document", "kinds"),
        ("cut_parcel", {"kinds": ("decision",)}, "document", "kinds"),
    ],
)  # fmt: skip
def test_a_name_that_a_filter_leaves_out_is_said_to_be_and_nothing_else_fits_well(
    recall: Recall, name: str, filters: dict[str, object], kind: str, by: str
) -> None:
    answer = ask(recall, name, **filters)
    assert [note for note in answer.notes if "left out" in note] == [
        f"{name} is of kind {kind}, left out by the {by} asked for"
    ]
    assert answer.fit != "good"


def test_a_name_in_a_further_phrasing_stands_first_as_well(recall: Recall, made: dict[str, str]) -> None:
    answer = ask(recall, "how does it dry", also_ask=("#12",))
    assert (answer.hits[0].blob, answer.fit) == (made["squashed"], "good")


def test_a_phrasing_that_fits_is_answered_beside_an_unknown_name(recall: Recall) -> None:
    answer = ask(recall, "#99999", also_ask=("how often does the belt run twice",))
    assert answer.hits[0].path == "docs/belt.md"
    assert answer.notes == ("nothing here is called #99999",)
    assert ask(recall, "#99999", also_ask=("what is #99999",)).fit == "nothing"


@pytest.mark.parametrize("name", ["#12345678901234567890", "ADR-99999999999999999999", "ADR-99", "pr167"])
def test_an_unknown_number_is_said_to_be_unknown_however_it_is_written(recall: Recall, name: str) -> None:
    answer = ask(recall, name)
    assert (answer.hits, answer.fit) == ((), "nothing")
    assert answer.notes == (f"nothing here is called {name.replace('pr', '#')}",)


def test_a_sign_that_is_no_reference_is_not_said_to_be_named(recall: Recall) -> None:
    for query, exact in {"#1.5": (), "Step #1: call it": (), "/#12": (), "!12": ("!12",)}.items():
        assert ask(recall, query).exact == exact


@pytest.mark.parametrize("question", ["weigh_pear", "what does weigh_pear do"])
def test_a_symbol_of_code_that_is_not_read_is_said_to_stand_there(recall: Recall, question: str) -> None:
    answer = ask(recall, question)
    assert answer.notes == ("weigh_pear stands in src/weigh.py:1, which isn't searched",)
    assert (answer.hits, answer.fit) == ((), "nothing")


def test_a_brand_that_no_document_writes_so_hides_no_answer(recall: Recall) -> None:
    answer = ask(recall, "is the TheBelt cut")
    assert answer.notes == ("nothing here is called TheBelt",)
    assert answer.fit != "nothing" or answer.below


def test_words_with_a_slash_in_a_sentence_are_no_names(recall: Recall) -> None:
    assert ask(recall, "how does input/output of the belt work").notes == ()


def test_the_address_of_a_file_is_its_document_in_this_repository_alone(recall: Recall) -> None:
    for address in ("blob/main/docs/belt.md", "blob/fix/night/docs/belt.md#L3-L5", "-/blob/main/docs/belt.md?plain=1"):
        answer = ask(recall, f"https://github.com/acme/shop/{address}")
        assert [hit.path for hit in answer.hits] == ["docs/belt.md"]
        assert ask(recall, f"what is in https://github.com/acme/shop/{address}?").hits[0].path == "docs/belt.md"
    (hit,) = ask(recall, "https://github.com/acme/shop/tree/main/docs/adr").hits
    assert hit.path == "docs/adr/0012-cut-parcels.md"
    other = ask(recall, "https://github.com/ann/shop/blob/main/docs/belt.md")
    assert (other.hits, other.fit) == ((), "nothing")
    assert other.notes[0].startswith("nothing here is called https://github.com/ann/shop/blob/main/docs/belt.md")


def test_the_id_of_a_memory_is_said_to_be_one(app: App, repo: Repo, fresh: dict[str, str]) -> None:
    at = opened(app, repo)
    at.memories.remember(
        RememberRequest(content="The belt is dried at night.", author="ada", origin=Origin.PERSON, act=Act.TYPED)
    )
    (memory,) = at.memories.recent(1)
    answer = ask(at.recall, memory.id[:12])
    assert answer.notes == (f"{memory.id[:12]} is a memory: `scrubjay memories show {memory.id[:8]}` shows it",)


def test_a_number_that_is_no_id_is_a_word(recall: Recall, repo: Repo, app: App) -> None:
    repo.commit("more", {"docs/serial.md": "# Serial\n\nThe belt is 12345678.\n"})
    answer = ask(opened(app, repo).recall, "12345678")
    assert (answer.hits[0].path, answer.notes) == ("docs/serial.md", ())


@pytest.mark.parametrize("question", ["docs/belt.md", "what is in docs/belt.md", "which part of docs/belt.md changed"])
def test_no_commit_stands_before_the_document_that_is_named(
    recall: Recall, repo: Repo, app: App, question: str
) -> None:
    for number in range(3):
        repo.commit(f"Change docs/belt.md, part {number}", {"docs/belt.md": f"# The belt\n\nIt runs {number} times.\n"})
    assert ask(opened(app, repo).recall, question).hits[0].path == "docs/belt.md"
