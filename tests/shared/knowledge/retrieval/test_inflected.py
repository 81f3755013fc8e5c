"""Other forms of a question's words, where documents aren't all in English."""

import pytest

from scrubjay.knowledge.index.store import rebuild
from scrubjay.knowledge.retrieval.inflected import parts, stems
from tests.shared.shelf import Shelf

SAVED = "Die Daten werden jede Nacht gesichert und auf dem Server gespeichert. Die Sicherungen werden nicht gelöscht."
CLOCK = "Die Uhr der Server wird abgeglichen und ist immer in UTC, auch wenn die Anwendung eine andere zeigt."
KNOWN = {"daten": 3, "sicherung": 2, "server": 9}


@pytest.fixture
def german(shelf: Shelf) -> Shelf:
    shelf.put("sichern.md", SAVED)
    shelf.put("uhr.md", CLOCK)
    return shelf


@pytest.mark.parametrize("query", ["gespeicherte Sicherung", "Datensicherung", "nächtliche Sicherung speichern"])
@pytest.mark.parametrize("again", [False, True])
def test_another_form_or_the_parts_of_a_compound_find_the_text(german: Shelf, query: str, again: bool) -> None:
    if again:
        rebuild(german.knowledge)
    assert [hit.path for hit in german.search(query, recipe="keyword").hits][:1] == ["sichern.md"]


def test_english_documents_have_no_other_forms(shelf: Shelf) -> None:
    shelf.put("backup.md", "The data is stored every night, and backups are not deleted for a month.")
    assert shelf.search("Datensicherung", recipe="keyword").hits == ()


def test_a_compound_is_split_where_documents_hold_both_parts() -> None:
    count = lambda word: KNOWN.get(word, 0)  # noqa: E731
    assert parts(["datensicherung"], ["german"], count) == ("daten", "sicherung")
    assert parts(["sicherungsserver"], ["german"], count) == ("sicherung", "server")
    assert parts(["datensicherung"], ["french"], count) == ()
    assert parts(["datensatz", "sicherung"], ["german"], count) == ()


def test_a_question_in_a_language_has_the_stems_of_that_one() -> None:
    assert len(stems("Wie werden die Daten gesichert und wo?", ["daten"], ["german", "french"])) == 1
    assert len(stems("sicherungen", ["sicherungen"], ["german", "french"])) == 2
    assert stems("sicherungen", ["sicherungen"], []) == ()
