"""Typed text never becomes full-text syntax, and work is bounded whatever is typed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.query import MAX_TERMS, PAIRS, match_all, parse_query
from scrubjay.storage.driver import Connection, connect

HOSTILE = [
    '"', '""', '"""', "'", "a AND", "OR", "NOT a", "NEAR(a b)", "a NEAR/2 b", "title:a", "-a", "^a", "a*", "*", "(",
    ")", "{a b}: c", "a + b", "\\", ";", "--", "'; DROP TABLE passage; --", "a\0b", "\0", "\ud800", "a\udcffb",
    "…", "“quoted”", "\ue000", "\ufeff", "😀", "%s %d", "col : x", '"unclosed phrase', 'a "b" "c', "\n\r\t",
]  # fmt: skip


@pytest.fixture(scope="module")
def table() -> Connection:
    connection = connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE page USING fts5 "
        "(title, body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2')"
    )
    connection.execute("INSERT INTO page (rowid, title, body, terms) VALUES (1, 'a', 'b', 'c')")
    return connection


def run(table: Connection, match: str) -> None:
    if match:
        table.execute("SELECT rowid FROM page WHERE page MATCH ?", (match,)).fetchall()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_hostile_text_is_an_error(table: Connection, text: str) -> None:
    parsed = parse_query(text)
    run(table, parsed.match)
    for name in parsed.names:
        run(table, f'"{name.token}"')


@given(st.text(max_size=60))
@settings(derandomize=True, deadline=None, max_examples=300)
def test_no_text_is_an_error(table: Connection, text: str) -> None:
    run(table, parse_query(text).match)


@pytest.mark.parametrize("text", ["", "   ", "?!…", "\0\0", "- - -", '""'])
def test_text_without_words_looks_nothing_up(text: str) -> None:
    assert parse_query(text).match == ""


def test_stop_words_are_dropped_beside_telling_words() -> None:
    assert parse_query("why did we choose postgres").match == '"choose" OR "postgres"'


def test_stop_words_alone_are_looked_up() -> None:
    assert parse_query("to be or not to be").match == '"to" OR "be" OR "or" OR "not"'


def test_a_quoted_phrase_is_looked_up_as_a_phrase() -> None:
    assert '"write ahead log"' in parse_query('the "write  ahead log" grows').match


def test_a_huge_query_asks_for_few_terms() -> None:
    many = parse_query(" ".join(f"word{n}" for n in range(5000)))
    assert many.match.count(" OR ") + 1 == MAX_TERMS
    assert len(parse_query("x" * 100_000).match) < 5000


def test_exact_names_come_before_words() -> None:
    long = " ".join(f"word{n}" for n in range(40)) + " ADR-003"
    parsed = parse_query(long)
    (name,) = parsed.names
    assert name.label == "ADR-003"
    assert f'"{name.token}"' in parsed.match


def test_a_pasted_table_leaves_room_for_the_words_of_the_question() -> None:
    table = "\n".join(f"{n}/15/07 12{n}.45" for n in range(30))
    assert '"overlap"' in parse_query(f"I have this table:\n{table}\nHow do I remove rows that overlap?").match


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("how does --dry-run work in C++", ["--dry-run", "C++"]),
        ("see docs/usage.md and adr 3", ["docs/usage.md", "ADR-003"]),
        ("the read-only replica", []),  # a hyphen alone makes no name within a sentence
        ("read-only", ["read-only"]),  # but it is what a query of its own asks for
        ("as of 53aa5117d9db0c3f", ["53aa5117d9db0c3f"]),
        ("Traceback:\n  get_user_name failed\n  see docs/usage.md", ["docs/usage.md"]),  # pasted: no identifiers
    ],
)
def test_names_are_those_that_are_answered_exactly(text: str, names: list[str]) -> None:
    assert [name.label for name in parse_query(text).names] == names


@pytest.mark.parametrize(
    ("text", "match"), [("", ""), ("?!", ""), ("a b", '"a b"'), ('say "x"', '"say ""x"""'), ("\0", "")]
)
def test_a_phrase_is_one_phrase(text: str, match: str) -> None:
    assert match_all(text) == match


def test_the_symbols_of_a_name_in_a_phrase_count() -> None:
    assert match_all("C++") != match_all("C#")


def test_runs_without_spaces_are_looked_up_by_pairs_and_as_phrases() -> None:
    parsed = parse_query("使用Redis缓存数据 ADR-003")
    assert {"使用", "redis", "缓存", "存数", "数据"} < set(parsed.words)
    assert "缓存 存数 数据" in parsed.exact
    assert [name.label for name in parsed.names] == ["ADR-003"]
    assert match_all("数据，库存") == '"数据 据 , 库存"'


def test_a_word_between_pairs_counts_as_often_as_a_word_of_pairs() -> None:
    assert parse_query("使用Redis缓存").words.count("redis") == PAIRS
    assert parse_query("the Redis cache").words.count("redis") == 1


def test_pairs_have_more_places_than_words() -> None:
    pairs = parse_query("如何在生产环境执行数据库迁移并且验证结果是否正确以及回滚").words
    assert len(pairs) > MAX_TERMS
