"""What a question names stands first, in every spelling; what nothing is called is said to be unknown."""

from collections.abc import Iterator

import pytest

from scrubjay.app import App, Workspace
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.render import render
from tests.conftest import Repo
from tests.shared.conftest import shared_home
from tests.shared.without_code import NO_CODE, environment  # noqa: F401 - code is switched off here

ADR = "# 12. Cut parcels\n\n* Status: accepted\n* Date: 2025-01-01\n\nParcels are cut at 12 inches.\n"
FILES = {
    "docs/adr/0012-cut-parcels.md": ADR,
    "docs/belt.md": "# The belt\n\nIt runs twice.\n\n## Limits\n\nOf 12 parcels `cut_parcel` takes one.\n",
    "docs/cutting.md": "# Cutting\n\nSharp.\n\n## cut_parcel\n\nCuts what is wet.\n",
    "docs/talks.md": "# Talks\n\nElsewhere: acme/other#12 was about a request of 12 parcels.\n",
    "docs/numbers.md": "# Numbers\n\nOpen since long: #77, and the 77 others.\n",
    "docs/news.md": "# News\n\n* [FEATURE #261](https://github.com/acme/shop/issues/261): the belt is dried.\n",
    "docs/table.md": "# Tables\n\nSee Table #88 for the sizes of pears.\n",
    "a/b/c/d/e/f/g/deep.md": "# Deep\n\nFar below.\n",
    "src/weigh.py": "def weigh_pear(pear):\n    return 1\n",
    "README.md": "# Shop\n\n[CI](https://github.com/acme/shop/actions), by [a friend](https://github.com/ann/pen).\n",
}
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


def commits(repo: Repo) -> dict[str, str]:
    repo.git("remote", "add", "origin", "git@github.com:acme/shop.git")
    shas = {"files": repo.commit("Describe it, 12 pages", dict(FILES))}
    shas["squashed"] = repo.commit("Dry the belt at night (#12)", {"belt.txt": "dry"})
    shas["cites"] = repo.commit("Follow up\n\nSee #12 and #13.", {"belt.txt": "drier"})
    shas["closes"] = repo.commit("Weigh pears\n\nFixes #34", {"pears.py": "1"})
    shas["elsewhere"] = repo.commit("Take a fix\n\nFrom ann/pen#56", {"pears.py": "2"})
    return shas


def opened(app: App, repo: Repo) -> Workspace:
    workspace = app.initialise(repo.path)
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    list(workspace.index_sources.ingest(view))
    return workspace


def ask(recall: Recall, query: str, **more: object) -> RecallAnswer:
    return recall.search(RecallRequest(query=query, trimmed=True, **more))  # type: ignore[arg-type]


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


def test_a_file_of_git_that_is_not_read_is_found_by_its_commits(recall: Recall, made: dict[str, str]) -> None:
    assert ask(recall, "pears.py").hits[0].blob in (made["closes"], made["elsewhere"])


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
