"""Exact names survive full-text search: symbols, camel case, numbers of decisions, versions, commits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.storage.driver import Connection, connect
from scrubjay.text.names import index_terms, name_token, path_terms, path_token, query_names, query_terms

BODY = "Some words around it, as prose has them: {} is what it is about."


@pytest.fixture
def searchable() -> Connection:
    connection = connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE page USING fts5 "
        "(body, terms, content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2')"
    )
    return connection


def found(connection: Connection, query: str, kinds: tuple[str, ...], *texts: str) -> list[int]:
    for number, text in enumerate(texts):
        connection.execute("INSERT INTO page (rowid, body, terms) VALUES (?, ?, ?)", (number, text, index_terms(text)))
    match = " OR ".join(f'"{term.text}"' for term in query_terms(query) if term.kind in kinds)
    rows = connection.execute("SELECT rowid FROM page WHERE page MATCH ? ORDER BY rowid", (match or '""',))
    return [row[0] for row in rows]


EXACT = ("whole", "reference")


@pytest.mark.parametrize(
    ("query", "right", "wrong"),
    [
        ("C++", "written in C++", "written in C#, or C"),
        ("C#", "written in C#.", "written in C++"),
        ("--dry-run", "pass --dry-run first", "a dry day to run"),
        ("ADR-003", "see ADR 3 for this", "see ADR 30 for this"),
        ("ADR 3", "see [ADR-0003] for this", "3 of the ADRs"),
        ("adr3", "adr-003-use-sqlite.md", "adr-004-version-3.md"),
        ("REDIS_CONNECTION_TIMEOUT", "set REDIS_CONNECTION_TIMEOUT=5", "the redis connection timeout"),
        ("os.path.join", "call os.path.join(a, b).", "join the path of the os"),
        ("v15.2", "PostgreSQL 15.2, as before", "PostgreSQL 15 and 2 more"),
        ("53aa511", "fixed in 53aa5117d9db0c3f", "fixed in 53bb5117d9db0c3f"),
        ("getUserName", "getUserName() says", "get the user's name"),
        ("foo_bars", "uses foo_bars here", "uses foo_bar here"),
        ("std::vector", "a std::vector of it", "the vector in std"),
        ("owner/repo#12", "closes owner/repo#12", "owner, repo, 12"),
        (".env", "read from .env", "read from env"),
    ],
)
def test_an_exact_name_finds_itself_and_not_its_words(
    searchable: Connection, query: str, right: str, wrong: str
) -> None:
    assert found(searchable, query, EXACT, right, wrong) == [0]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("factory", "class HTTPServerFactory"),
        ("server", "class HTTPServerFactory"),
        ("connection timeout", "redisConnectionTimeout"),
        ("redis_connection", "redisConnectionTimeout"),
        ("utf-8", "utf8"),
        ("naive", "naïve"),
    ],
)
def test_a_part_of_a_name_finds_the_name(searchable: Connection, query: str, text: str) -> None:
    assert found(searchable, query, ("word", "part"), BODY.format(text), "nothing of the kind") == [0]


def test_prose_adds_nothing_to_the_terms_column() -> None:
    assert index_terms("Plain Words and CAPS, 1234 of them. Naïve ones too!") == ""


def test_a_name_is_listed_once() -> None:
    assert len(index_terms("foo_bar foo_bar FOO_BAR").split()) == 1


def test_a_decision_file_carries_its_number_in_its_path() -> None:
    (number, *_) = query_terms("ADR-3")
    for path in ("docs/adr/0003-use-sqlite.md", "adr/ADR-003.md", "decisions/3.x.md", "a/adr_0003_x.rst"):
        assert number.text in path_terms(path).split(), path
    assert number.text not in path_terms("docs/guide/0003-use-sqlite.md").split()


def test_a_numbered_enhancement_folder_gives_its_number_to_the_files_in_it() -> None:
    (number, *_) = query_terms("KEP-1234")
    assert number.text in path_terms("keps/sig-node/1234-probes/README.md").split()


def test_any_ending_of_a_path_names_it() -> None:
    words = path_terms("docs/guide/usage.md").split()
    for query in ("docs/guide/usage.md", "guide/usage.md", "usage.md"):
        assert query_terms(query)[0].kind == "reference"
        assert query_terms(query)[0].text in words


NAMES = st.text(alphabet="aAbBzZ019_-./:#@+ é中", max_size=40)


@given(NAMES)
@settings(derandomize=True, deadline=None, max_examples=300)
def test_a_query_for_a_text_asks_for_every_exact_name_in_its_index(text: str) -> None:
    assert set(index_terms(text).split()) <= {term.text for term in query_terms(text)}


@given(st.text(max_size=200))
@settings(derandomize=True, deadline=None, max_examples=300)
def test_terms_never_hold_a_quote_or_a_space(text: str) -> None:
    for term in query_terms(text):
        assert not set(term.text) & set("\" '\0()*^:")
        assert term.text


@pytest.mark.parametrize(
    "name",
    [
        "user_name", "getUserName", "toJSON", "--dry-run", "os.path.join", "std::vector", "15.2", "usage.md", "C++",
        "@cache", "ADR-003", "2026-03-01", "550e8400-e29b-41d4-a716-446655440000",
    ],
)  # fmt: skip
def test_a_name_with_signs_of_code_is_one_within_a_sentence(name: str) -> None:
    assert [one.marked for one in query_names(f"why did {name} change")] == [True]


@pytest.mark.parametrize(
    "name", ["7-day-old", "20-40", "mM", "mRNAs", "UCP1-dependent", "10/66", "read-only", "and/or"]
)
def test_hyphens_ranges_and_short_forms_in_a_sentence_are_words(name: str) -> None:
    assert [one.marked for one in query_names(f"why did {name} change")] == [False]


def test_a_name_has_one_token_and_a_commit_that_of_its_first_seven_digits() -> None:
    assert name_token("53aa5117d9db0c3f") == name_token("53aa5117d9db") != name_token("53aa5127d9db0c3f")
    assert name_token("getUserName") == name_token("GETUSERNAME") != name_token("getUserNames")
    assert name_token("getUserName") != name_token("getUser")


def test_of_a_deep_path_the_last_folders_are_its_token() -> None:
    deep = "/".join(f"folder{number}" for number in range(40)) + "/notes.md"
    assert path_token(f"other/{deep}") == path_token(deep) != path_token("docs/notes.md")
    assert path_token("docs/notes.md") != path_token("notes.md")
