"""Memories found and told apart by meaning, with the bundled model; and writes that meet."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scrubjay.errors import VersionConflict
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.model.memory import Known, Stored
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.memories import TeamMemories
from tests.servers.team.memories.conftest import People

CACHE = "The cache keeps a page for sixty minutes."


@pytest.fixture
def meaning(people: People) -> People:
    people.memories = TeamMemories(OnnxEmbedder(threads=1), people.databases.clock)
    return people


def test_a_question_in_other_words_finds_what_is_meant(meaning: People) -> None:
    for text in (CACHE, "Deploys run on Tuesdays after lunch.", "Invoices are numbered without gaps."):
        meaning.remember("anna", text)
    assert meaning.found("ben", "When do we release to production?")[0] == "Deploys run on Tuesdays after lunch."


def test_meaning_finds_nothing_that_is_not_granted(meaning: People) -> None:
    meaning.remember("anna", "Deploys run on Tuesdays after lunch.", repo="pay")
    assert meaning.found("ben", "When do we release to production?") == []
    assert meaning.found("carl", "When do we release to production?") == []


def test_hits_bear_the_scores_that_ranked_them(meaning: People) -> None:
    meaning.remember("anna", CACHE)
    with meaning.entered("ben") as entered:
        (found,) = meaning.memories.search(entered, "How long is a page cached?")
    assert (found.hit.kind, found.hit.path) == ("memory", f"memory:{found.memory.id}")
    assert set(found.hit.scores) == set(found.hit.ranks) == {"bm25", "vector"}


@pytest.mark.parametrize("more", [{"key": "k1"}, {}])
def test_of_equal_claims_at_once_one_is_kept(people: People, more: dict[str, str]) -> None:
    def send(number: int) -> object:
        with people.entered("ben") as entered:
            return people.memories.remember(entered, TeamClaim(content=CACHE, **more))  # type: ignore[arg-type]

    with ThreadPoolExecutor(6) as threads:
        outcomes = list(threads.map(send, range(6)))
    assert sum(isinstance(outcome, Stored) for outcome in outcomes) == 1
    assert len({outcome.id for outcome in outcomes if isinstance(outcome, (Stored, Known))}) == 1


def test_of_two_changes_at_once_one_is_made(people: People) -> None:
    id = people.remember("ben", CACHE)

    def change(text: str) -> bool:
        try:
            with people.entered("ben") as entered:
                return isinstance(
                    people.memories.update(entered, id, "supersede", TeamClaim(content=text), version=1), Stored
                )
        except VersionConflict:
            return False

    texts = [f"The {what} keeps a page for ninety minutes." for what in ("disk", "router", "browser", "proxy")]
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(change, texts))
    assert sum(made) == 1
    assert people.found("ben", "keeps a page for minutes") == [text for text, ok in zip(texts, made, strict=True) if ok]
