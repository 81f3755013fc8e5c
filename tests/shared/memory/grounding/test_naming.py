"""What a memory names and the words shown don't: figures, versions, identifiers and names, and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.memory.grounding.terms import unnamed

FEW = settings(max_examples=80, derandomize=True, deadline=None)
PARTS = st.lists(
    st.sampled_from(
        ["Redis", "postgres", "60", "1.25", "v2.0.1", "3 days", "three", "an hour", "MAX_SIZE", "docs/a.md",
         "HTTPServer", "`uv`", "the", "queue", "Kafka", "not", "2026-11-02", "5 MB", "JWT", "json web token",
         "max-size"]
    ),
    max_size=8,
).map(" ".join)  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "shown", "absent"),
    [
        ("Sessions expire after 60 minutes", "Sessions expire after 30 minutes.", ("60 minutes",)),
        ("Sessions expire after 30 minutes", "Sessions expire after 30 minutes.", ()),
        ("It retries three times", "It makes 3 attempts.", ()),
        ("It retries 3 times", "It makes three attempts.", ()),
        ("It waits 3 min", "It waits for 180 seconds.", ()),
        ("It waits an hour", "It waits.", ()),  # said as a word, it is no figure of the memory's
        ("It waits 1 hour", "It waits an hour.", ()),
        ("Go 1.25 builds it", "Build it with Go 1.25.0.", ()),
        ("Go 1.25.1 builds it", "Build it with Go 1.25.", ("1.25.1",)),
        ("Go 1.2 builds it", "Build it with Go 1.25.", ("1.2",)),
        ("The queue is on Redis", "The queue is on Valkey.", ("Redis",)),
        ("Redis holds the queue", "The queue is elsewhere.", ()),  # a sentence's first letter tells nothing
        ("The limit is MAX_SIZE", "The limit is max-size.", ()),
        ("The limit is MAX_SIZE", "The limit is the size.", ("MAX_SIZE",)),
        ("Tokens are JWTs", "Tokens are JSON web tokens.", ()),
        ("It reads config.toml", "It reads a file.", ("config.toml",)),
        ("The `uv` tool is used", "Another tool is used.", ("uv",)),
        ("The app isn't ready", "The app is ready.", ()),  # no mark for a negation
        ("B replaces A here", "A replaces B here.", ()),  # nor for an order
        ("Die Sitzung liegt im Speicher der Datenbank und im Protokoll", "Nichts davon.", ()),
        ("Die Sitzung liegt im Speicher der Datenbank auf Port 8080", "Nichts davon.", ("8080",)),
    ],
)
def test_what_the_words_do_not_name_is_named_as_the_memory_writes_it(
    claim: str, shown: str, absent: tuple[str, ...]
) -> None:
    assert unnamed(claim, shown) == absent


def test_what_stands_in_any_of_the_shown_texts_is_named() -> None:
    assert unnamed("The cache of Redis keeps 5 MB", "It keeps 5 MB.", "3. Use Redis") == ()


def test_a_known_name_needs_no_naming() -> None:
    assert unnamed("The server of Magpie is small", "The server is small.", known=("magpie",)) == ()
    assert unnamed("The server of Magpie is small", "The server is small.") == ("Magpie",)


@given(PARTS, PARTS, PARTS)
@FEW
def test_more_words_shown_never_leave_more_unnamed(claim: str, shown: str, more: str) -> None:
    assert set(unnamed(claim, shown, more)) <= set(unnamed(claim, shown))


@given(PARTS)
@FEW
def test_a_text_names_all_of_itself(text: str) -> None:
    assert unnamed(text, text) == ()
