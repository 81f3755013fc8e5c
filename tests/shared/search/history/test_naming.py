"""A question names a person by git's own author names, in a form that only a name has."""

import pytest

from scrubjay.search.history.values import may_name_somebody, named_authors

NAMES = ("Ada Lovelace", "Ada Byron", "Grace Hopper", "linus", "Max", "John Q. Doe II", "John Roe", "unknown")


@pytest.mark.parametrize(
    ("text", "by", "rest"),
    [
        ("what did Grace Hopper change in the parser", ("Grace Hopper",), "what did change in the parser"),
        ("grace hopper's parser", ("Grace Hopper",), "parser"),
        ("parser by linus", ("linus",), "parser by"),
        ("what did Ada drop", ("Ada Byron", "Ada Lovelace"), "what did drop"),
        ("what did Ada Byron drop", ("Ada Byron",), "what did drop"),
        ("Max's limit", ("Max",), "limit"),
        ("what did John Doe drop", ("John Q. Doe II",), "what did drop"),
        ("what did John drop", ("John Q. Doe II", "John Roe"), "what did drop"),
        ("what did unknown drop", ("unknown",), "what did drop"),
        ("commits by unknown?", ("unknown",), "commits by ?"),
    ],
)
def test_an_author_is_named_whole_or_where_only_a_name_can_stand(text: str, by: tuple[str, ...], rest: str) -> None:
    assert may_name_somebody(text)
    assert named_authors(text, NAMES) == (by, rest)


@pytest.mark.parametrize(
    "text",
    [
        "what is the Max pool size",
        "by default",
        "ada is a language",
        "a graceful stop",
        "an error from unknown options",
        "by unknown users",
    ],
)
def test_a_word_that_is_also_a_name_stays_a_word(text: str) -> None:
    assert named_authors(text, NAMES) == ((), text)


def test_a_question_without_the_form_of_a_name_never_asks_git() -> None:
    assert not may_name_somebody("how do I run the tests")
