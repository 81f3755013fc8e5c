"""What is shown of a source: the claim itself where it is a whole sentence, else the nearest words with neighbours."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.memory.grounding.likeness import is_same_claim
from scrubjay.memory.grounding.passages import passages
from scrubjay.memory.grounding.reading import NOTHING, SHOWN, read
from scrubjay.memory.grounding.sections import SourceDocument
from scrubjay.model.evidence import PlaceKind

PLAIN = SourceDocument("docs/guide.md")
GUIDE = """\
# Guide

The pool holds 20 connections. Each waits five seconds. Then it fails.

Workers never:

- Open a second pool.
- Wait for ever.

Our rules:

- Close what you open.

| name | port |
| ---- | ---- |
| web  | 8080 |

## Options

- Keep a pool for each thread.

## More

Keep a pool for each thread.
"""


def seen(claim: str, text: str = GUIDE, **more: bool) -> tuple[bool, str, PlaceKind]:
    reading = read(claim, passages(text, "markdown"), PLAIN, **more)
    return reading.whole, reading.words, reading.place


@pytest.mark.parametrize(
    ("claim", "whole", "words", "place"),
    [
        ("The pool holds 20 connections", True, "The pool holds 20 connections.", PlaceKind.STATES),
        ("Each waits five seconds. Then it fails.", True, "Each waits five seconds. Then it fails.", PlaceKind.STATES),
        ("Each connection waits for five seconds", False,
         "The pool holds 20 connections. Each waits five seconds. Then it fails.", PlaceKind.STATES),
        # an item whose lead ends in a colon is the claim only with it
        ("Workers never: open a second pool", False, "Workers never: Open a second pool.", PlaceKind.FRAGMENT),
        ("Workers never: Open a second pool", True, "Workers never: Open a second pool.", PlaceKind.FRAGMENT),
        ("Open a second pool", True, "Workers never: Open a second pool.", PlaceKind.FRAGMENT),
        ("Our rules: Close what you open", True, "Our rules: Close what you open.", PlaceKind.STATES),
        ("Close what you open", True, "Our rules: Close what you open.", PlaceKind.FRAGMENT),
        ("The web listens on port 8080", False, "| web | 8080 |", PlaceKind.TABLE),
        # of several places that hold the sentence the one that states it
        ("Keep a pool for each thread", True, "Keep a pool for each thread.", PlaceKind.STATES),
    ],
)  # fmt: skip
def test_the_words_shown_are_the_claims_or_the_nearest(claim: str, whole: bool, words: str, place: PlaceKind) -> None:
    assert seen(claim) == (whole, words, place)


def test_where_no_word_is_shared_nothing_is_shown_unless_the_lines_were_named() -> None:
    assert read("The moon is bright", passages(GUIDE, "markdown"), PLAIN) == NOTHING
    lines = passages(GUIDE, "markdown", (3, 3))
    assert read("The moon is bright", lines, PLAIN, named=True).words.startswith("The pool holds 20")


def test_long_words_are_cut_and_code_is_shown_as_it_stands() -> None:
    long = " ".join(f"The pool number {number} holds dozens of connections." for number in range(40))
    _, words, _ = seen("The pool number 20 holds dozens of connections here", f"# G\n\n{long}\n")
    assert "number 20 holds" in words
    assert len(words) <= SHOWN
    code = passages("def grow():\n    size = 20\n    return size\n", "code")
    assert read("The size is 20 where it may grow", code, SourceDocument("a.py")).words.count("\n") == 2


SENTENCES = ("The pool holds 20 connections.", "Each waits five seconds.", "Then it fails.")
CLAIMS = st.lists(
    st.sampled_from([*SENTENCES, "The pool holds 30 connections.", "Each never waits five seconds.", "It fails then."]),
    min_size=1, max_size=3,
).map(" ".join)  # fmt: skip


@given(CLAIMS)
@settings(max_examples=80, derandomize=True, deadline=None)
def test_a_claim_is_whole_exactly_where_it_is_a_run_of_the_sources_sentences(claim: str) -> None:
    runs = [" ".join(SENTENCES[a:b]) for a in range(3) for b in range(a + 1, 4)]
    whole = any(is_same_claim(claim, run) for run in runs)
    assert seen(claim)[0] is whole
