"""Scopes that a connection keeps: a warm search fills nothing, and none is older than what it hangs on."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.index.generation import SCOPES_KEPT, contents_of, in_scope
from scrubjay.knowledge.retrieval.scope import Filters, set_scope
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection, connect
from tests.shared.shelf import Shelf

FILTERS = (
    Filters(), Filters(kinds=("document",)), Filters(path="docs"), Filters(within=("*.md",)), Filters(holds=("blue",)),
    Filters(lacks=("blue",)), Filters(only=("a.md", "docs/a.md")), Filters(since="2020"), Filters(kinds=("commit",)),
    Filters(outside=("docs",)), Filters(prefers=("green",)),
)  # fmt: skip
WORDS = ("blue sky", "green grass", "red sand")
PATHS = ("a.md", "b.md", "docs/a.md", "docs/c.md")

SHOWN = """SELECT 'scope' AS part, content_id, path FROM temp.scope WHERE number = :scope
UNION ALL SELECT 'code', content_id, path FROM temp.code WHERE number = :scope
UNION ALL SELECT 'memories', content_id, path FROM temp.memories WHERE number = :scope ORDER BY 1, 2, 3"""


def shown(connection: Connection, shelf: Shelf, filters: Filters) -> tuple[tuple[str, ...], list[tuple[object, ...]]]:
    notes = set_scope(connection, shelf.visible(connection, shelf.view()), filters)
    rows = [tuple(row) for row in in_scope(connection, SHOWN)]
    assert {row[1] for row in rows if row[0] == "scope"} == set(contents_of(connection).tolist())
    return notes, rows


@settings(max_examples=8, derandomize=True, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("put"), st.sampled_from(PATHS), st.sampled_from(WORDS)),
            st.tuples(st.just("forget"), st.sampled_from(PATHS), st.just("")),
            st.tuples(st.just("hide"), st.sampled_from(PATHS), st.just("")),
            st.tuples(st.just("ask"), st.sampled_from(PATHS), st.sampled_from([str(n) for n in range(len(FILTERS))])),
        ),
        min_size=6,
        max_size=30,
    )
)
def test_a_kept_scope_shows_what_a_fresh_one_does(changes: list[tuple[str, str, str]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "home" / "knowledge.db"
        with Database(path, "knowledge") as here, Database(path, "knowledge") as there:
            shelf = Shelf(there, None)
            for what, name, said in changes:
                match what:
                    case "put":
                        shelf.put(name, f"# {name}\n\n{said}")
                    case "hide":
                        shelf.files.pop(name, None)
                    case "forget":
                        forget(shelf, name)
                    case _:
                        filters = FILTERS[int(said)]
                        kept = here.read(lambda c, filters=filters: shown(c, shelf, filters))  # type: ignore[misc]
                        with closing(connect(path, access="read")) as fresh:
                            assert kept == shown(fresh, shelf, filters)


def forget(shelf: Shelf, name: str) -> None:
    """Drop a document, as another process would."""
    if file := shelf.files.pop(name, None):

        def drop(connection: Connection) -> None:
            connection.execute("DELETE FROM content WHERE blob = ?", (file.blob,))
            connection.execute("UPDATE generation SET value = value + 1 WHERE name = 'content'")

        shelf.knowledge.write(drop)


def test_a_warm_search_fills_nothing_whichever_filters_were_asked_between(shelf: Shelf) -> None:
    shelf.put("a.md", "blue sky")
    shelf.put("docs/a.md", "green grass")

    def ask(connection: Connection) -> int:
        for filters in FILTERS[: SCOPES_KEPT - 1]:
            shown(connection, shelf, filters)
        before = connection.total_changes
        for filters in FILTERS[: SCOPES_KEPT - 1]:
            shown(connection, shelf, filters)
        return int(connection.total_changes - before)

    assert shelf.knowledge.read(ask) == 0


def test_a_connection_keeps_so_many_scopes_and_no_more(shelf: Shelf) -> None:
    shelf.put("a.md", "blue sky")

    def ask(connection: Connection) -> int:
        for number in range(3 * SCOPES_KEPT):
            shown(connection, shelf, Filters(only=("a.md", str(number))))
        (kept,) = connection.execute("SELECT count(DISTINCT number) FROM temp.scope").fetchone()
        return int(kept)

    assert shelf.knowledge.read(ask) == SCOPES_KEPT
