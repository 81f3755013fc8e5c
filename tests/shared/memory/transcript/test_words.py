"""Words in order, lines of shell and a person's statements: the small decisions, each by a table."""

import pytest

from scrubjay.memory.transcript.shell import parse
from scrubjay.memory.transcript.statements import statements
from scrubjay.memory.transcript.voice import takes_back
from scrubjay.memory.transcript.words import is_telling, stands_in, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The poolSize_max is 17.5%", ("the", "pool", "size", "max", "is", "17.5")),
        ("HTTPServer v2", ("http", "server", "v", "2")),
        ("我们周五", ("我", "们", "周", "五")),
        ("Ｐｏｏｌ ２", ("pool", "2")),
        ("e6c7ce79 in 5f1a, not 1234 or face", ("e6c7ce79", "in", "5f1a", "not", "1234", "or", "face")),
    ],
)  # fmt: skip
def test_words(text: str, found: tuple[str, ...]) -> None:
    assert words(text) == found


@pytest.mark.parametrize(
    ("quote", "text", "stands"),
    [
        ("17 connections", "holds 17 connections.", True),
        ("17 connections", "holds 117 connections", False),
        ("8", "on port 8.5", False),
        ("-m not", "run -m not", True),
        ("", "x", False),
    ],
)
def test_a_quote_stands_only_as_whole_words(quote: str, text: str, stands: bool) -> None:
    assert (stands_in(quote, text) is not None) is stands


@pytest.mark.parametrize(
    ("text", "enough"),
    [("17", True), ("pool_size", True), ("the pool", False), ("three plain words", True), ("", False)],
)
def test_a_quote_must_tell_something(text: str, enough: bool) -> None:
    assert is_telling(text) is enough


@pytest.mark.parametrize(
    ("line", "commands"),
    [
        ("make check", [("make", "check")]),
        ("make check 2>&1 > /dev/null", [("make", "check")]),
        ("a 'b c' && d", [("a", "b c"), ("d",)]),
        ("a\nb", [("a",), ("b",)]),
        ("a;", [("a",)]),
        ("(a)", None),
        ("if a; then b; fi", None),
        ("a 'b", None),
        ("a &&", None),
        ("", None),
        ("time make check", [("time", "make", "check")]),
        ("for p in a b; do ./x $p 1; done", [("./x", "a", "1"), ("./x", "b", "1")]),
        ("for p in a\ndo\n./x ${p} | tail -1\ndone", [("./x", "a"), ("tail", "-1")]),
        ("for p in a; do ./x $p; done | sort", None),
        ("for p in a; do for q in b; do x; done; done", None),
        ("for p in a; do if x; then y; fi; done", None),
        ("for p; do x; done", None),
    ],
)
def test_a_line_of_shell_is_its_simple_commands(line: str, commands: list[tuple[str, ...]] | None) -> None:
    found = parse(line)
    assert (list(found.commands) if found else None) == commands


@pytest.mark.parametrize(
    ("sentence", "back"),
    [
        ("No, that's wrong.", True),
        ("No changes without review.", False),
        ("no that one", True),
        ("Wait for the build.", False),
        ("Don't forget that the cron runs in UTC.", False),
        ("Forget that the cron runs in UTC.", True),
        ("Sorry", True),
        ("Actually use uv.", True),
        ("We use uv instead.", True),
        ("Notes are kept.", False),
    ],
)
def test_people_take_back_in_some_forms(sentence: str, back: bool) -> None:
    assert takes_back(sentence) is back


def test_a_statement_stands_with_and_without_what_asks_to_keep_it() -> None:
    said = statements("Remember that we deploy on Fridays. Is it so?\n> quoted\n```\ncode\n```")
    assert said == (("Remember that we deploy on Fridays.", "we deploy on Fridays."),)
