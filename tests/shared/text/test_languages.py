"""A text's language is told by its function words, and its stems stand closed beside its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.text.languages import CLOSED, FUNCTION_WORDS, closed_stem, language_of, stem_terms
from scrubjay.text.names import query_terms

GERMAN = "Die Datensicherung läuft jede Nacht und wird auf dem zweiten Server gespeichert."
TEXTS = {
    "german": GERMAN,
    "french": "Le serveur est redémarré chaque nuit et les journaux ne sont pas conservés.",
    "russian": "Копия базы не удаляется, если она нужна для проверки, и хранится на сервере.",
    "": "The backup runs every night and is stored on the second server, so that it can be restored.",
}


@pytest.mark.parametrize("language", TEXTS)
def test_the_function_words_tell_the_language(language: str) -> None:
    assert language_of(TEXTS[language]) == language


@pytest.mark.parametrize("text", ["", "import os as np; for x in no: se(el)", "de", "[" * 5_000])
def test_too_few_of_them_tell_none(text: str) -> None:
    assert language_of(text) == ""


@given(st.text(max_size=200))
def test_any_text_has_one_language_or_none(text: str) -> None:
    assert language_of(text) in {"", *FUNCTION_WORDS}


def test_two_forms_of_a_word_have_one_stem() -> None:
    assert set(stem_terms("Sicherungen", "german").split()) == set(stem_terms("Sicherung", "german").split())
    assert all(term.endswith(CLOSED) for term in stem_terms(GERMAN, "german").split())
    assert not any(term.startswith("und") for term in stem_terms(GERMAN, "german").split())


@pytest.mark.parametrize(("typed", "written"), [("резервной", "резервный"), ("щетка", "щётки"), ("базой", "базы")])
def test_a_russian_word_of_a_question_has_the_stem_of_the_text(typed: str, written: str) -> None:
    (word,) = [term.text for term in query_terms(typed)]
    assert closed_stem(word, "russian") in stem_terms(written, "russian").split()
