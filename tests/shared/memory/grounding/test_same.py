"""Same means word for word: only what the law lists may differ."""

import re
import unicodedata

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from scrubjay.memory.grounding.likeness import is_same_claim, same_run
from scrubjay.text.sentences import split

WORDS = st.lists(
    st.from_regex(r"[a-z]{1,8}|[0-9]{1,4}|[A-Z][a-z]{2,6}|é|日本", fullmatch=True), min_size=2, max_size=12
)
FEW = settings(max_examples=150, derandomize=True, deadline=None)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("The cache holds 5 MB.", "the cache  holds\n5 MB"),
        ("Use **uv** for _all_ builds.", "Use uv for all builds"),
        ("Set `max_size` to 5.", "Set max_size to 5."),
        ("See the [guide](docs/guide.md) first.", "See the guide first."),
        (":class:`app.Cache` holds {func}`~app.pages`.", "`app.Cache` holds pages."),
        ("See :ref:`the guide <guide>` and `docs <https://example.org>`_.", "See the guide and docs."),
        ("See `the guide`_ first.", "See the guide first."),
        ("The cache is Redis (ADR-003).", "The cache is Redis."),
        ("The cache is Redis [docs/adr/0003-x.md:4].", "The cache is Redis"),
        ("Das Caf\u00e9 schliesst um 8", "Das Cafe\u0301 schliesst um 8."),
        ("キャッシュは五分です。", "キャッシュは五分です"),
    ],
)
def test_what_the_law_lists_may_differ(one: str, two: str) -> None:
    assert is_same_claim(one, two)
    assert is_same_claim(two, one)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("It takes 30 s.", "It takes 30 seconds."),
        ("It takes 5 MB.", "It takes 5 Mb."),
        ("It takes <5 ms.", "It takes >5 ms."),
        ("Retries are on by default.", "Retries are on."),
        ("Retries are on.", "Retries are on?"),
        ("Retries, and logs are on.", "Retries and logs are on."),
        ("`__init__` sets it.", "init sets it."),
        ("Run `a*b*c` now.", "Run abc now."),
        ("It was fixed (#12).", "It was fixed (#13)."),
        ("The cache (on staging) is Redis.", "The cache is Redis."),
        ("The ~~old~~ cache is Redis.", "The cache is Redis."),
        ("Use Redis", "use redis"),
        ("See :ref:`the guide <guide>` first.", "See the plan first."),
        ("It holds 5:`a` units.", "It holds a units."),
    ],
)
def test_nothing_else_may(one: str, two: str) -> None:
    assert not is_same_claim(one, two)


@given(st.text(max_size=120))
@example("*`")
@example("[](")
@FEW
def test_it_is_reflexive(text: str) -> None:
    assert is_same_claim(text, text)


@given(st.text(max_size=40), st.text(max_size=40))
@FEW
def test_it_is_symmetric(one: str, two: str) -> None:
    assert is_same_claim(one, two) is is_same_claim(two, one)


@given(WORDS, st.integers(0, 11), st.sampled_from(["**{}**", "*{}*", "_{}_", "`{}`", "[{}](x.md)"]))
@FEW
def test_marking_a_word_changes_nothing(words: list[str], place: int, mark: str) -> None:
    marked = list(words)
    marked[place % len(words)] = mark.format(marked[place % len(words)])
    plain = " ".join(words)
    assert is_same_claim(" ".join(marked) + ".", unicodedata.normalize("NFD", plain[:1].upper() + plain[1:]))


@given(WORDS, st.integers(0, 11))
@FEW
def test_a_sentence_with_a_word_cut_is_another(words: list[str], place: int) -> None:
    cut = words[: place % len(words)] + words[place % len(words) + 1 :]
    assert not is_same_claim(" ".join(cut), " ".join(words) + ".")


@given(WORDS, st.integers(0, 11), st.sampled_from(list("%<>=+-/,;:?#$€")))
@FEW
def test_a_sign_more_is_another(words: list[str], place: int, sign: str) -> None:
    changed = list(words)
    changed[place % (len(words) - 1)] += sign
    assume(sign != "#" or not re.search(r"#\d", " ".join(changed)))
    assert not is_same_claim(" ".join(changed), " ".join(words))


def test_whole_sentences_in_a_row_are_one_claim() -> None:
    sentences = split("The pool holds 20. It waits 5 s, e.g. in tests. Then it fails.")
    assert sentences == ("The pool holds 20.", "It waits 5 s, e.g. in tests.", "Then it fails.")
    assert same_run("The pool holds 20. It waits 5 s, e.g. in tests.", sentences) == (0, 2)
    assert same_run("The pool holds 20. Then it fails.", sentences) is None
    assert same_run("in tests.", sentences) is None
