"""What a name means that isn't searched as it was typed: git knows it, or a document holds it as a part."""

from collections.abc import Iterator

import pytest

from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.recall import Recall
from tests.conftest import Repo
from tests.shared.conftest import shared_home
from tests.shared.search.recall.test_names import FILES, ask, opened
from tests.shared.without_code import NO_CODE

MORE = {
    "docs/api.md": "# Api\n\nCall `llm.get_async_model()` first.\n",
    "docs/paint.md": "# Paint\n\nThe wall was defaced.\n",
    "docs/adr/0013-dry-parcels.md": "# 13. Dry parcels\n\n* Status: accepted\n\nDried.\n",
    "docs/note.md": "# A note\n\nThe folder docs/adr holds records.\n",
    "lib/pear.py": "",
    "my notes/key plan.md": "# Key plan\n\nKeys lie there.\n",
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, _environment: dict[str, str]) -> Iterator[tuple[Recall, Repo]]:
    """For all tests here: they only ask."""
    with shared_home(tmp_path_factory.mktemp("in-git"), _environment | NO_CODE) as (app, repo):
        repo.git("remote", "add", "origin", "git@github.com:acme/shop.git")
        repo.commit("Describe it", {**FILES, **MORE})
        repo.commit("Dry the belt at night (#12)", {"belt.txt": "dry"})
        yield opened(app, repo).recall, repo


@pytest.fixture
def recall(shared: tuple[Recall, Repo]) -> Recall:
    return shared[0]


@pytest.fixture
def repo(shared: tuple[Recall, Repo]) -> Repo:
    return shared[1]


@pytest.mark.parametrize("question", ["get_async_model", "get_async_model()", "what does get_async_model do"])
def test_a_name_that_a_document_holds_within_a_longer_one_is_found_there(recall: Recall, question: str) -> None:
    answer = ask(recall, question)
    assert (answer.hits[0].path, answer.fit, answer.notes) == ("docs/api.md", "good", ())


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("pear.py", "lib/pear.py"), ("lib/pear.py", "lib/pear.py"),
        ("https://github.com/acme/shop/blob/main/src/weigh.py", "src/weigh.py"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_read_is_said_to_be_there(recall: Recall, name: str, path: str) -> None:
    assert ask(recall, name).notes == (f"{path} is in git and isn't read: `scrubjay explain` says why",)


def test_the_beginning_of_a_path_names_it(recall: Recall) -> None:
    assert ask(recall, "docs/adr/0013").hits[0].path == "docs/adr/0013-dry-parcels.md"


@pytest.mark.parametrize(
    "address",
    [
        "github.com/acme/shop/pull/12", "www.github.com/acme/shop/pull/12", "https://www.github.com/acme/shop/pull/12",
        "git@github.com:acme/shop.git#12", "https://github.com/acme/shop.git#12",
    ],
)  # fmt: skip
def test_an_address_names_its_number_with_and_without_a_scheme(recall: Recall, address: str) -> None:
    answer = ask(recall, address)
    assert (answer.hits[0].title, answer.fit) == ("Dry the belt at night (#12)", "good")


@pytest.mark.parametrize(
    "address",
    [
        "https://raw.githubusercontent.com/acme/shop/main/docs/belt.md", "github.com/acme/shop/blob/main/docs/belt.md",
        "https://github.com/acme/shop/raw/main/docs/belt.md",
    ],
)  # fmt: skip
def test_every_address_of_a_file_is_its_document(recall: Recall, address: str) -> None:
    assert [hit.path for hit in ask(recall, address).hits] == ["docs/belt.md"]


@pytest.mark.parametrize("digits", [10, 40])
def test_the_id_of_a_documents_content_is_the_document(recall: Recall, repo: Repo, digits: int) -> None:
    answer = ask(recall, repo.git("rev-parse", "HEAD:docs/belt.md")[:digits])
    assert ([hit.path for hit in answer.hits], answer.fit) == (["docs/belt.md"], "good")


def test_a_word_of_hexadecimal_letters_is_found_as_a_word_or_fits_nothing(recall: Recall) -> None:
    assert [hit.path for hit in ask(recall, "defaced").hits] == ["docs/paint.md"]
    for word in ("deadbeef", "cafebabe", "feedface"):
        for trimmed in (True, False):
            answer = ask(recall, word) if trimmed else recall.search(RecallRequest(query=word))
            assert (answer.hits, answer.fit) == ((), "nothing")


@pytest.mark.parametrize("question", ["{}", '"{}"', 'what is in "{}"?'])
@pytest.mark.parametrize("name", ["my notes/key plan.md", "my notes/"])
def test_a_path_with_spaces_is_its_document_or_folder(recall: Recall, name: str, question: str) -> None:
    answer = ask(recall, question.format(name))
    assert (answer.hits[0].path, answer.exact[0], answer.fit) == ("my notes/key plan.md", name, "good")


@pytest.mark.parametrize("name", ["docs/adr", "docs/adr/"])
def test_what_lies_in_a_folder_stands_before_what_mentions_it(recall: Recall, name: str) -> None:
    answer = ask(recall, name)
    assert {hit.path for hit in answer.hits[:2]} == {"docs/adr/0012-cut-parcels.md", "docs/adr/0013-dry-parcels.md"}


def test_a_folder_of_files_that_are_not_read_says_so(recall: Recall) -> None:
    assert ask(recall, "src/").notes == ("src/ is in git and isn't read: `scrubjay explain` says why",)
