"""A text belongs to a topic by the words that the best texts hold, and nothing belongs where none is spoken of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.search.history.timeline import stems_of, topic_of, word_counts

COMMON = word_counts([*(f"fix thing number{n}" for n in range(50)), "add proxies", "csrf tokens", "set it"])

TEXTS = {"both": "Set the proxy of a client", "one": "Drop proxies", "lent": "Add csrf", "none": "Fix a thing"}


def belonging(topic: str, *lent: str) -> set[str]:
    return set(topic_of(topic, list(TEXTS.values()), lent, COMMON).belonging(TEXTS))


@pytest.mark.parametrize(
    ("topic", "ids"),
    [
        ("proxies", {"both", "one"}),
        ("proxy", {"both", "one"}),
        ("clients", {"both"}),
        ("sourdough bread", set()),
        ("", set()),
        ("a pension of the quarterly client tables", set()),
    ],
)
def test_a_text_belongs_that_holds_a_form_of_a_telling_word(topic: str, ids: set[str]) -> None:
    assert belonging(topic) == ids


def test_a_lent_word_brings_texts_to_a_topic_that_is_spoken_of_in_other_words_and_to_no_other() -> None:
    assert belonging("guarding proxies", "csrf") == {"both", "one", "lent"}
    assert belonging("proxies", "csrf") == {"both", "one"}
    assert belonging("sourdough", "csrf") == set()


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=6))
def test_what_belongs_shares_a_word_with_its_topic(topic: str, found: list[str]) -> None:
    texts = {str(number): text for number, text in enumerate(found)}
    read = topic_of(topic, found, (), COMMON)
    assert all(stems_of(texts[name]) & read.own.keys() for name in read.belonging(texts))
