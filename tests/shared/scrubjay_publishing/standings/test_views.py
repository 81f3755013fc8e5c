"""A published memory is shown as its document where a view has the file, and as itself elsewhere; never both."""

import pytest

from scrubjay.app import App
from scrubjay.model.quarantine import QuarantineCounts
from scrubjay.search.recall.answer import RecallRequest
from scrubjay_publishing.services import PublishingServices
from scrubjay_publishing.standings.values import PublicationState
from tests.conftest import Repo

from .conftest import BOTH, CLAIM, DOCUMENT, MEMORY, PATH, Shed, page, told

OWN = "Anna reads parcels above 30 kg from the freight lift's own scale."


def test_what_is_proposed_is_still_shown_as_a_memory(shed: Shed) -> None:
    shed.publish()
    assert shed.sees() == MEMORY
    assert shed.standing().describe() == "proposed on memory/freight-lift, not merged yet"


def test_a_merge_shows_the_document_and_an_older_branch_the_memory(shed: Shed) -> None:
    shed.repo.git("branch", "older")
    shed.publish()
    shed.repo.git("merge", "-q", "--no-ff", "-m", "merge", "memory/freight-lift")
    assert shed.sees() == DOCUMENT
    assert shed.standing().state is PublicationState.PUBLISHED
    shed.repo.git("checkout", "-q", "older")
    assert shed.sees() == MEMORY
    assert shed.standing().state is PublicationState.MERGED
    assert PATH in shed.standing().describe()


def test_a_squash_merge_counts_without_the_branch(shed: Shed) -> None:
    shed.publish()
    shed.repo.git("merge", "-q", "--squash", "memory/freight-lift")
    shed.repo.git("commit", "-q", "-m", "squashed")
    shed.repo.git("branch", "-q", "-D", "memory/freight-lift")
    assert shed.sees() == DOCUMENT


def test_the_document_names_the_memory_and_what_took_its_place(shed: Shed) -> None:
    shed.repo.commit("published", {PATH: page(shed.id)})
    assert shed.sees() == DOCUMENT
    assert f"published memory {shed.id[:12]}" in marks(shed)
    newer = told(shed.at, "Parcels above 30 kg go through the freight lift of hall nine.", supersedes=shed.id)
    assert f"published memory {shed.id[:12]}, superseded by memory {newer[:12]}" in marks(shed)


@pytest.mark.parametrize("steps", [1, 2])
def test_the_memory_that_took_its_place_stands_beside_the_document(shed: Shed, steps: int) -> None:
    shed.repo.commit("published", {PATH: page(shed.id)})
    newer = shed.id
    for floor in ["nine", "ten"][:steps]:
        newer = told(shed.at, f"Packages of any weight ride up in hall {floor}, never lift two.", supersedes=newer)
    assert shed.sees() == DOCUMENT
    for limit in (1, 20):
        answer = shed.at.recall.search(RecallRequest(query="freight lift of hall two parcels", limit=limit))
        assert (answer.hits[0].path, [hit.id for hit in answer.memories]) == (PATH, [newer])
    hits = answer.hits
    assert (hits[0].status, hits[0].text.startswith("# Freight lift")) == ("superseded", True)


def marks(shed: Shed) -> tuple[str, ...]:
    hits = shed.at.recall.search(RecallRequest(query="freight lift of hall two", limit=20)).hits
    return next(hit.marks for hit in hits if hit.path == PATH)


def test_a_file_that_goes_from_the_base_brings_the_memory_back(shed: Shed) -> None:
    shed.repo.commit("published", {PATH: page(shed.id)})
    assert shed.sees() == DOCUMENT
    shed.repo.git("rm", "-q", PATH)
    shed.repo.commit("not any more")
    assert shed.sees() == MEMORY


def test_git_owns_what_people_edit(shed: Shed) -> None:
    shed.repo.commit("published", {PATH: page(shed.id)})
    shed.repo.commit("edited", {PATH: page(shed.id, "Parcels above 45 kg take the freight lift of hall six.")})
    assert shed.sees() == DOCUMENT
    assert shed.standing().state is PublicationState.EDITED


def test_a_text_that_names_a_memory_and_says_something_else_hides_nothing(shed: Shed) -> None:
    shed.repo.commit("stranger", {PATH: page(shed.id, "Anybody may ride on the freight lift.")})
    assert shed.sees() == BOTH
    assert shed.standing().state is PublicationState.DISPUTED


def test_a_branch_that_nobody_merged_hides_nothing_that_others_told(shed: Shed) -> None:
    shed.publish()
    shed.repo.git("checkout", "-q", "memory/freight-lift")
    assert shed.sees() == BOTH
    shed.repo.git("checkout", "-q", "main")
    shed.repo.git("merge", "-q", "memory/freight-lift")
    shed.repo.git("checkout", "-q", "-b", "later")
    assert shed.sees() == DOCUMENT


def test_a_base_that_only_was_fetched_counts(shed: Shed) -> None:
    """HEAD has the first form of the file, the base another, which no view has indexed."""
    shed.publish()
    shed.repo.git("checkout", "-q", "-b", "feature", "memory/freight-lift")
    shed.repo.git("checkout", "-q", "main")
    shed.repo.git("merge", "-q", "memory/freight-lift")
    shed.repo.commit("edited", {PATH: page(shed.id, f"{CLAIM} It is slow.")})
    shed.repo.git("checkout", "-q", "feature")
    assert shed.sees() == DOCUMENT


def test_a_document_that_is_older_than_the_memory_is_judged_when_it_comes(shed: Shed, app: App) -> None:
    shed.repo.commit("published", {PATH: page(shed.id)})
    assert shed.sees() == DOCUMENT
    shed.at.knowledge_database.write(lambda c: c.execute("UPDATE published_mark SET agreement = NULL"))
    assert shed.sees() == DOCUMENT


def test_a_rebuilt_index_shows_the_same(shed: Shed) -> None:
    shed.repo.commit("published", {PATH: page(shed.id)})
    assert shed.sees() == DOCUMENT
    shed.at.documents.drop_index()
    assert PublishingServices.of(shed.at).published.ids() == frozenset()
    assert shed.sees() == DOCUMENT


def test_the_memory_that_follows_a_user_is_not_shown_beside_its_document(shed: Shed) -> None:
    shed.id = told(shed.at, OWN, scope="user")
    assert shed.sees()[0]
    shed.repo.commit("published", {PATH: page(shed.id, OWN)})
    assert shed.sees() == DOCUMENT


def test_of_a_quarantined_memory_the_document_says_nothing(shed: Shed) -> None:
    shed.repo.commit("published", {PATH: page(shed.id)})
    counts = shed.at.quarantine.impose("anna", "tests")
    assert isinstance(counts, QuarantineCounts)
    assert shed.sees() == DOCUMENT
    assert not any("published" in mark for mark in marks(shed))


@pytest.mark.parametrize("words", [CLAIM, "Something else."])
def test_a_repository_without_such_a_memory_shows_the_document_alone(shed: Shed, words: str) -> None:
    shed.repo.commit("from elsewhere", {PATH: page("12" * 16, words)})
    assert shed.sees() == BOTH
    assert PublishingServices.of(shed.at).published.ids() == frozenset()


def test_the_oldest_view_is_answered_as_of_then(shed: Shed, repo: Repo) -> None:
    shed.repo.commit("published", {PATH: page(shed.id)})
    assert shed.sees() == DOCUMENT
    assert PublishingServices.of(shed.at).published.ids(repo.git("rev-parse", "HEAD~1")) == frozenset()
