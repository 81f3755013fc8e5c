"""Which names and numbers of a question pin documents, and which are words like others?"""

import pytest

from scrubjay.knowledge.retrieval.exact import HANDFUL, RARE
from scrubjay.knowledge.retrieval.scope import Filters
from tests.shared.shelf import Shelf


@pytest.fixture
def keps(words_only: Shelf) -> Shelf:
    """Records in numbered folders with a README each, and a page of the root that answers by its words."""
    for number in range(4670, 4670 + HANDFUL + 3):
        words_only.put(f"keps/node/{number}-feature/README.md", f"proposal {number} of the node\n\nits own design")
    words_only.put("docs/release.md", "promote a feature to beta: README.md of its folder tells the criteria")
    return words_only


def test_a_file_name_that_many_documents_share_is_a_word(keps: Shelf) -> None:
    answer = keps.search("promote a feature to beta, criteria in README.md")
    assert answer.hits[0].path == "docs/release.md"


def test_a_file_name_of_a_handful_names_them(words_only: Shelf) -> None:
    for number in range(HANDFUL):
        words_only.put(f"parts/{number}/NOTES.md", "nothing of it")
    words_only.put("other.md", "colours colours colours of NOTES")
    assert words_only.search("colours in NOTES.md").hits[0].path.endswith("/NOTES.md")


def test_a_shared_name_alone_still_lists_its_documents(keps: Shelf) -> None:
    assert {hit.path.rpartition("/")[2] for hit in keps.search("README.md").hits} == {"README.md"}


def test_a_whole_path_names_one_document_though_others_end_like_it(words_only: Shelf) -> None:
    for folder in "abcdefgh":
        words_only.put(f"{folder}/docs/index.md", "the start page")
    words_only.put("docs/index.md", "what else")
    assert words_only.search("start page in docs/index.md").hits[0].path == "docs/index.md"
    assert words_only.search("start page in docs/index.md").exact == ("docs/index.md",)


@pytest.mark.parametrize("query", ["Promote 4672 to beta", "promote #4672 to beta", "4672", "beta of 4672?"])
def test_the_bare_number_of_a_record_is_its_name(keps: Shelf, query: str) -> None:
    assert keps.search(query).hits[0].path == "keps/node/4672-feature/README.md"


@pytest.mark.parametrize("query", ["promote 9999 to beta", "promote 46720 to beta", "promote 4.672 to beta"])
def test_a_number_without_a_record_is_a_word(keps: Shelf, query: str) -> None:
    answer = keps.search(query)
    assert answer.hits[0].path == "docs/release.md"
    assert "4672" not in answer.exact


def test_a_number_that_many_hold_is_a_quantity_or_a_year(words_only: Shelf) -> None:
    words_only.put("rfcs/2021-editions.md", "another thing")
    for number in range(RARE + 1):
        words_only.put(f"notes/{number}.md", f"written in 2021, part {number}")
    words_only.put("history.md", "the storage was changed in 2021")
    assert words_only.search("how was storage changed in 2021").hits[0].path == "history.md"


def test_a_short_number_within_a_sentence_counts_something(words_only: Shelf) -> None:
    words_only.put("docs/adr/0003-use-sqlite.md", "storage is a file")
    words_only.put("retries.md", "it makes 3 retries")
    assert words_only.search("why 3 retries").hits[0].path == "retries.md"
    assert words_only.search("what does 003 say").hits[0].path == "docs/adr/0003-use-sqlite.md"
    assert words_only.search("3").hits[0].path == "docs/adr/0003-use-sqlite.md"


def test_a_pasted_text_has_no_numbers_of_records(keps: Shelf) -> None:
    assert keps.search("promote a feature to beta\nTotal: 4672\n").exact == ()


@pytest.mark.parametrize("query", ["0265", "OTEP 265", "what does 265 propose", "ADR-265", "adr 0265"])
def test_a_file_that_begins_with_a_number_is_a_record_in_any_folder(words_only: Shelf, query: str) -> None:
    words_only.put("oteps/logs/0265-event-vision.md", "a shared way of naming what happened")
    words_only.put("docs/propose.md", "what does one propose, OTEP by OTEP, ADR by ADR")
    assert words_only.search(query).hits[0].path == "oteps/logs/0265-event-vision.md"


@pytest.mark.parametrize(
    "path", ["posts/2024-03-01-news.md", "releases/2024.1-notes.md", "a/20240-x.md", "a/x-2024.md"]
)
def test_a_date_a_version_and_a_longer_number_name_no_record(words_only: Shelf, path: str) -> None:
    words_only.put(path, "colours")
    words_only.put("docs/plan.md", "the plan of 2024")
    assert words_only.search("plan of 2024").hits[0].path == "docs/plan.md"


def test_what_nothing_holds_is_unknown_and_what_something_holds_is_exact(words_only: Shelf) -> None:
    words_only.put("docs/api.md", "call cut_parcel here")
    answer = words_only.search("cut_parcel and weigh_pear and ADR-9")
    assert (answer.exact, answer.unknown) == (("cut_parcel",), ("weigh_pear", "ADR-009"))


def test_a_path_below_many_folders_is_found_as_a_whole(words_only: Shelf) -> None:
    words_only.put("a/b/c/d/e/f/g/deep.md", "far below")
    words_only.put("docs/other.md", "a b c d e f g deep md")
    assert words_only.search("what is in a/b/c/d/e/f/g/deep.md").hits[0].path == "a/b/c/d/e/f/g/deep.md"


@pytest.mark.parametrize(
    "query", ["how does input/output work", "use version 15.9", "since 2026-03-01", "pH and 7-day"]
)
def test_a_version_a_date_and_a_word_of_prose_are_never_unknown(words_only: Shelf, query: str) -> None:
    words_only.put("docs/a.md", "something else")
    assert words_only.search(query).unknown == ()


def test_passages_with_a_preferred_phrase_come_first_and_it_is_no_name(words_only: Shelf) -> None:
    words_only.put("a.md", "budget budget retry retry, why and why")
    words_only.put("b.md", "the retry budget of a client")
    preferred = words_only.search("why retry budget", filters=Filters(prefers=("retry budget",)))
    assert [hit.path for hit in preferred.hits] == ["b.md", "a.md"]
    assert (preferred.exact, preferred.notes) == ((), ())
    nobody = words_only.search("why retry budget", filters=Filters(prefers=("budget client",)))
    assert len(nobody.hits) == 2
    assert nobody.notes == ('nothing holds "budget client" as it stands; its words were looked up',)
