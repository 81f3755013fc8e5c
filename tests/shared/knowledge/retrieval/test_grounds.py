"""Passages that hold a claim's words are found in the view, and whatever else holds some of them takes no place."""

from collections.abc import Callable

import pytest

from scrubjay.knowledge.retrieval.grounds import CANDIDATES, GroundPassages
from tests.shared.shelf import Shelf

CLAIM = "The canary runs for one hour."


@pytest.fixture
def grounds(shelf: Shelf) -> GroundPassages:
    return GroundPassages(shelf.knowledge, shelf.visible)


def says(claim: str) -> Callable[[str], bool]:
    return lambda text: claim.rstrip(".").lower() in text.lower()


def test_a_passage_with_all_words_is_found_with_its_file_and_lines(shelf: Shelf, grounds: GroundPassages) -> None:
    shelf.put("docs/release.md", f"Releases are cut on Tuesdays.\n\nFirst of all: {CLAIM} Then it ends.")
    shelf.put("docs/other.md", "The canary runs until noon, and one hour more.")
    (found,) = grounds.holding(CLAIM, shelf.view(), says(CLAIM))
    assert (found.path, found.lines) == ("docs/release.md", (2, 2))
    assert CLAIM in found.text


def test_another_word_form_leads_to_the_passage_as_well(shelf: Shelf, grounds: GroundPassages) -> None:
    shelf.put("docs/release.md", "Canaries run for one hour.")
    (found,) = grounds.holding("The canary ran, runs, running for one hours", shelf.view(), lambda _: True) or (None,)
    assert found is None  # "ran" stands nowhere
    assert grounds.holding("canary running one hours", shelf.view(), lambda _: True)


def test_what_the_view_has_no_more_is_not_found_and_hides_nothing(shelf: Shelf, grounds: GroundPassages) -> None:
    shown = shelf.put("docs/old.md", CLAIM)
    for n in range(CANDIDATES + 5):
        shelf.put("docs/new.md", f"{CLAIM}\n\nVersion {n}")
    assert [one.path for one in grounds.holding(CLAIM, shelf.view([shown]), says(CLAIM))] == ["docs/old.md"]


def test_a_report_of_an_incident_states_nothing(shelf: Shelf, grounds: GroundPassages) -> None:
    file = shelf.put("docs/incidents/2026-01-05-canary.md", CLAIM)
    shelf.put("docs/guide.md", f"{CLAIM} It sings.")
    sql = (
        "INSERT OR REPLACE INTO incident (content_id, path, parser, record) "
        "SELECT id, ?, '1.1', '{}' FROM content WHERE blob = ?"
    )
    shelf.knowledge.write(lambda c: c.execute(sql, (file.path, file.blob)))
    assert [one.path for one in grounds.holding(CLAIM, shelf.view(), says(CLAIM))] == ["docs/guide.md"]


def test_a_text_without_words_finds_nothing(shelf: Shelf, grounds: GroundPassages) -> None:
    shelf.put("docs/guide.md", CLAIM)
    assert grounds.holding("…!", shelf.view(), lambda _: True) == ()


def test_records_alone_are_ranked_the_one_with_most_words_first(shelf: Shelf, grounds: GroundPassages) -> None:
    records = [
        shelf.put("docs/adr/0001-canary.md", "We let the canary run for one hour before each release."),
        shelf.put("docs/adr/0002-birds.md", "The canary is fed at noon."),
    ]
    shelf.put("docs/guide.md", "The canary runs for one hour before each release, and one hour after.")
    sql = (
        "INSERT OR REPLACE INTO decision (content_id, path, parser, record) "
        "SELECT id, ?, '1.1', '{}' FROM content WHERE blob = ?"
    )
    for file in records:
        shelf.knowledge.write(lambda c, file=file: c.execute(sql, (file.path, file.blob)))  # type: ignore[misc]
    found = grounds.records("canary hour release run", shelf.view())
    assert found == ("docs/adr/0001-canary.md", "docs/adr/0002-birds.md")
    assert grounds.records("canary hour release run", shelf.view(records[1:])) == ("docs/adr/0002-birds.md",)
    assert grounds.records("zebra", shelf.view()) == ()
