"""Words in order, lines of shell and a person's statements: the small decisions, each by a table."""

import pytest
from scrubjay.observed.inline import Says, says

from scrubjay.observed.own import says_what_it_is_told
from scrubjay.observed.shell import parse, with_own_status
from scrubjay.observed.statements import statements
from scrubjay.observed.withdrawn import takes_back
from scrubjay.observed.words import line_with, nearly, stands_in, taken_back, telling, words


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


def test_the_line_of_a_quote_is_told_whole() -> None:
    assert line_with("pool holds 17", "# a\nthe  pool holds 17 today\nb") == "the pool holds 17 today"
    assert line_with("holds 17", "the pool holds\n\n17 today") == "the pool holds 17 today"
    assert line_with("holds 17", "the pool holds\na\nb\nc\n17") == ""


@pytest.mark.parametrize(
    ("line", "back"),
    [
        ("the pool holds 17", False),
        ("it isn't so that the pool holds 17", True),
        ("the pool holds 17 can be read", False),
        ("the pool holds 17 can't be", True),
        ("Not now. the pool holds 17. Never mind the rest.", False),
        ("Not now. See: the pool holds 17 today. Never mind.", False),
    ],
)
def test_the_rest_of_a_sentence_may_take_a_quote_back(line: str, back: bool) -> None:
    assert taken_back("the pool holds 17", line) is back


def test_a_filter_leaves_a_line_nearly_as_it_was() -> None:
    text = words("x y the pool holds 17 connections z")
    assert nearly(words("the pool holds 99 connections"), text)
    assert not nearly(words("a heap keeps 99 connections"), text)
    assert not nearly((), text)


@pytest.mark.parametrize(
    ("text", "enough"),
    [("17", True), ("pool_size", True), ("the pool", False), ("three plain words", True), ("", False)],
)
def test_a_quote_must_tell_something(text: str, enough: bool) -> None:
    assert telling(text) is enough


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


def test_only_a_command_alone_or_a_chain_that_succeeded_has_a_status_of_its_own() -> None:
    assert with_own_status("a && b", "0") == (("a",), ("b",))
    for line in ("a && b", "a || b", "a; b", "a | b", "a & b", "a <<< b"):
        assert with_own_status(line, "1") == ()


@pytest.mark.parametrize(
    ("command", "free"),
    [
        ("pytest -q 2>&1 | tail -3", True),
        ("PYTHONPATH=src pytest", True),
        ("curl -s localhost:8000/x", True),
        ("curl -s localhost.example.org/x", False),
        ("env A=1 echo x", False),
        ("timeout 60 claude -p x", False),
        ("/usr/bin/printf x", False),
        ("python3 -m scrubjay.cli.main search", False),
        ("./bin/scrubjay search", False),
        ("awk '{print $1}' x", True),
        ("awk '{print \"x\"}' x", False),
        ("psql \"$URL\" -c 'select name from users'", True),
        ("psql -c \"select 'The pool' || ' holds'\"", False),
        ('curl -H "Authorization: Bearer $TOKEN" localhost:8000/x', True),
        ('TOKEN=x; curl -H "Authorization: Bearer $TOKEN" localhost:8000/x', False),
        ("cat $(ls)", False),
        ("for p in a b; do ./x $p; done", True),
        ("for p in a b; do echo $p; done", False),
        ("for p in a b; do ./x $p$p; done", False),
        ("curl -s -X HEAD -m 2 http://127.0.0.1:8000/big | wc -c", True),
        ("curl -s localhost:8000/x evil.example.org", False),
        ("curl -s intranet", False),
        ("grep -rnE 'a|b(c)' src | head -3", True),
        ("grep -n $PATTERN src", False),
        ("sed 's/a(b)/c\"/' x", False),
        ("git bisect run pytest", False),
        ("git branch -r --no-merged main", True),
        ("git -C x status --short", True),
        ("git rev-list --count HEAD", True),
        ("git log --oneline", False),
        ("git branch -vv", False),
        ("git tag -n", False),
        ("git -c alias.x=y status", False),
        ("git for-each-ref --format=%(contents)", False),
        ("cat /x/site-packages/pool/a.py", False),
        ("cat node_modules/pool/README.md", False),
        ("find . -path ./node_modules -prune", True),
    ],
)
def test_a_command_is_free_where_it_cant_say_what_it_is_told(command: str, free: bool) -> None:
    assert (says_what_it_is_told(command) == "") is free


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


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("pytest", Says.NOTHING),
        ("$DATABASE_URL", Says.NOTHING),
        ("Bearer ${TOKEN}", Says.NOTHING),
        ("select count(*) from orders", Says.READS),
        ("SELECT version();", Says.READS),
        ("select n from t where id = 3 and state = $$open$$ and k in ('a', 'b') limit 5", Says.READS),
        ("explain (analyze, buffers) select n from t", Says.READS),
        ("show variables like 'max_%'", Says.READS),
        ("select state, count(*) from jobs group by 1 order by 2", Says.READS),
        (r"\d+ users", Says.READS),
        (".schema tasks", Says.READS),
        ("{{.Names}} {{.Status}}", Says.READS),
        (r"%{http_code} %{time_total}\n", Says.READS),
        (".items[] | .name", Says.READS),
        (r"\echo pool", Says.TEXT),
        ("{{.Names}} holds 99", Says.TEXT),
        ("select 'The pool'", Says.TEXT),
        ("select chr(84)", Says.TEXT),
        ('select n as "The pool"', Says.TEXT),
        ("select n from t -- The pool", Says.TEXT),
        ("select n from t; drop table t", Says.COMPUTES),
        ("puts Edition.where(state: :draft).count", Says.COMPUTES),
        ("{print $2}", Says.COMPUTES),
        ("print(5)", Says.TEXT),
        ("print('The pool')", Says.TEXT),
        ("puts(n) # The pool", Says.TEXT),
        ("$(cat x)", Says.TEXT),
        ("`cat x`", Says.TEXT),
        ("$ASSIGNED", Says.TEXT),
    ],
)
def test_what_a_program_in_a_word_may_say(word: str, kind: Says) -> None:
    assert says(word, frozenset({"ASSIGNED"})) is kind
