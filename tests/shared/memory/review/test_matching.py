"""Which words of a claim stand in a source?"""

import pytest

from scrubjay.memory.review.render import SharedWords, TextPiece, WordMatch, shared_words

CLAIM = "Tokens of the gate expire after 120 days."
SOURCE = "A token of the gate expires after 90 days, as the guard says."


@pytest.fixture
def laid() -> SharedWords:
    return shared_words(CLAIM, SOURCE)


def test_inflections_are_the_same_word_and_stop_words_tell_nothing(laid: SharedWords) -> None:
    assert laid.shared == ("Tokens", "gate", "expire", "days")
    assert laid.missing == ("120",)


def test_every_character_of_both_texts_stays(laid: SharedWords) -> None:
    assert "".join(piece.text for piece in laid.claim) == CLAIM
    assert "".join(piece.text for piece in laid.source) == SOURCE


def test_what_the_source_has_alone_is_told_as_well(laid: SharedWords) -> None:
    alone = [piece.text for piece in laid.source if piece.match is WordMatch.ALONE]
    assert alone == ["90", "guard", "says"]


@pytest.mark.parametrize(("claim", "source"), [("", ""), ("the of", "gate"), ("gate", "")])
def test_texts_without_a_telling_word_share_nothing(claim: str, source: str) -> None:
    assert shared_words(claim, source).shared == ()


def test_a_word_that_is_repeated_is_named_once() -> None:
    laid = shared_words("Gate, gate, gates!", "gate")
    assert laid.shared == ("Gate",)
    assert laid.claim[0] == TextPiece("Gate", WordMatch.SHARED)
