"""Which passages stand for a document is known from what is held, and is what a look at the table gives."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.knowledge.index.terms import owners, passages_of
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from tests.shared.knowledge.index.test_cache import change
from tests.shared.shelf import Shelf

CHANGES = ("put", "put", "forget", "forget last")
LOOK = """SELECT p.id, p.content_id FROM passage AS p WHERE p.content_id IN (SELECT value FROM json_each(?))
AND p.ordinal < ? ORDER BY p.content_id, p.ordinal"""


@settings(max_examples=8, derandomize=True, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["put", "put", "forget", "forget last"]), st.integers(0, 40)), min_size=4, max_size=14
    ),
    st.integers(1, 3),
)
def test_after_any_changes_of_another_process_passages_stand_by_their_contents(
    changes: list[tuple[str, int]], most: int
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "home" / "knowledge.db"
        with Database(path, "knowledge") as here, Database(path, "knowledge") as there:
            shelf = Shelf(there, None)

            def compared(connection: Connection) -> None:
                contents = [id for (id,) in connection.execute("SELECT id FROM content ORDER BY id")]
                owners(connection, np.array([1], dtype=np.int64))
                found = passages_of(connection, contents, most)
                assert found is not None
                looked = [tuple(row) for row in connection.execute(LOOK, (json.dumps(contents), most))]
                assert list(zip(found[0].tolist(), found[1].tolist(), strict=True)) == looked

            for what, seed in changes:
                change(shelf, what, seed)
                here.read(compared)


def test_nothing_is_known_before_somebody_asked_for_owners(shelf: Shelf) -> None:
    shelf.put("a.md", "one\n\ntwo")
    assert shelf.knowledge.read(lambda c: passages_of(c, [1], 64)) is None
