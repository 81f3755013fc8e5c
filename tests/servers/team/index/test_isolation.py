"""A search shows granted projects alone: by its functions, by row-level security alone, over one project or several."""

from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.model.hit import HybridResult
from scrubjay.model.view import View
from scrubjay_team.database.connecting import Connection
from scrubjay_team.index.keys import Area, number_of, word_key
from scrubjay_team.index.retriever import TeamRetriever
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.team.conftest import Databases
from tests.servers.team.index.conftest import LiveMirror, MakeMirror
from tests.servers.team.makers import grant, make_member, make_team, make_token

VIEW = View(key="", worktree=Path(), branch="", commit="", tree="", committed_at="", as_of="", files=())
TABLES = ["content", "passage", "record", "symbol", "shown", "word_row", "word_frequency", "word_total", "embedding",
          "token_states", "mirror_view", "mirror_index"]  # fmt: skip


class Shops:
    """Two projects of one team, one of another, and who may see what."""

    def __init__(self, databases: Databases, make_repo: Callable[..., Repo], make_mirror: MakeMirror) -> None:
        self.databases = databases
        ours, theirs = make_team(databases.owner, "acme"), make_team(databases.owner, "rival")
        self.mirrors: dict[str, LiveMirror] = {}
        for team, name, opened in ((ours, "shop", True), (ours, "vault", False), (theirs, "other", True)):
            source = make_repo(name)
            source.commit("first", {"README.md": f"# {name}\n\nThe {name} queue holds secretword{name}.\n",
                                    "src/queue.py": f"def retry_{name}():\n    return 1\n"})  # fmt: skip
            self.mirrors[name] = make_mirror(source, team, name, open=opened)
            self.mirrors[name].index()
        anna, self.boris = make_member(databases.owner, ours, "anna"), make_member(databases.owner, ours, "boris")
        grant(databases.owner, self.mirrors["vault"].project, anna)
        self.anna = make_token(databases.owner, anna)
        self.token_of_boris = make_token(databases.owner, self.boris)
        self.retriever = TeamRetriever(HashingEmbedder(384))

    def project(self, name: str) -> UUID:
        return self.mirrors[name].project

    def search(self, digest: bytes, query: str, *names: str) -> HybridResult:
        with self.databases.app.entered(digest) as entered:
            projects = [self.project(name) for name in names] or None
            return self.retriever.search(entered.connection, SearchRequest(query=query, view=VIEW), projects)


@pytest.fixture
def shops(databases: Databases, make_repo: Callable[..., Repo], make_mirror: MakeMirror) -> Shops:
    return Shops(databases, make_repo, make_mirror)


def test_several_projects_are_answered_together_and_none_that_is_not_granted(shops: Shops) -> None:
    found = shops.search(shops.anna, "queue")
    assert {hit.path.partition(":")[0] for hit in found.hits} == {"shop", "vault"}
    assert len({number_of(hit.content) for hit in found.hits}) == 2
    alone = shops.search(shops.token_of_boris, "queue")
    assert {hit.path for hit in alone.hits} == {"README.md"}
    for name in ("vault", "other"):
        assert shops.search(shops.token_of_boris, f"secretword{name}", name).hits == ()
        assert not any(name in hit.text for hit in shops.search(shops.token_of_boris, f"secretword{name}").hits)


def test_a_project_is_ranked_by_its_own_words_where_it_alone_is_asked(shops: Shops) -> None:
    together, alone = shops.search(shops.anna, "queue shop"), shops.search(shops.anna, "queue shop", "shop")
    assert {hit.path for hit in alone.hits} == {"README.md", "src/queue.py"}
    assert {f"shop:{hit.path}" for hit in alone.hits} <= {hit.path for hit in together.hits}


def test_the_functions_give_nothing_of_others_even_where_their_keys_are_asked(shops: Shops) -> None:
    with shops.databases.worker.working(shops.project("other")) as work:
        number = work.number
    keys = [word_key(number, Area.PASSAGES, "queue")]
    with shops.databases.app.entered(shops.anna) as entered:
        assert asked(entered.connection, [shops.project("other"), shops.project("shop")], keys) == []
        assert asked(entered.connection, [shops.project("shop")], keys) == []


def asked(connection: Connection, projects: list[UUID], keys: list[int]) -> list[object]:
    words = connection.execute(
        "SELECT item FROM words(%s, 1, %s::bigint[], %s::bigint[], 9, %s::bigint[], '{1}', 9, 0, NULL, NULL, '{}', 9)",
        [projects, keys, keys, keys],
    ).fetchall()
    holders = connection.execute("SELECT item FROM holders(%s, 1, %s::bigint[], 9)", [projects, keys]).fetchall()
    times = connection.execute("SELECT item FROM occurrences(%s, 1, %s::bigint[], 9)", [projects, keys]).fetchall()
    return [*words, *holders, *times]


def test_row_level_security_alone_shows_nothing_of_others_by_id(shops: Shops) -> None:
    ids: dict[str, list[int]] = {}
    with shops.databases.worker.working(shops.project("other")) as work:
        for table, column in (("passage", "id"), ("content", "id"), ("embedding", "passage"), ("shown", "content")):
            rows = work.connection.execute(f"SELECT {column} AS id FROM {table}").fetchall()
            ids[table] = [row["id"] for row in rows]
    with shops.databases.app.entered(shops.anna) as entered:
        for table, column in (("passage", "id"), ("content", "id"), ("embedding", "passage"), ("shown", "content")):
            sql = f"SELECT count(*) AS n FROM {table} WHERE {column} = ANY (%s)"
            assert ids[table]
            assert entered.connection.execute(sql, [ids[table]]).fetchone() == {"n": 0}
        for table in TABLES:
            rows = entered.connection.execute(f"SELECT DISTINCT project FROM {table}").fetchall()
            assert {row["project"] for row in rows} <= {shops.project("shop"), shops.project("vault")}, table


def test_nobody_s_transaction_sees_no_row(shops: Shops) -> None:
    with shops.databases.app.plain() as connection:
        for table in TABLES:
            assert connection.execute(f"SELECT count(*) AS n FROM {table}").fetchone() == {"n": 0}, table


def test_a_member_cannot_write_the_index(shops: Shops) -> None:
    with shops.databases.app.entered(shops.anna) as entered:
        connection = entered.connection
        for table in TABLES:
            for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET project = NULL"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                    connection.execute(statement)
        with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
            connection.execute(
                "INSERT INTO word_total (project, area, items, length) VALUES (%s, 9, 1, 1)", [shops.project("shop")]
            )


def test_the_worker_of_one_project_cannot_write_another_s(shops: Shops) -> None:
    with shops.databases.worker.working(shops.project("shop")) as work:
        assert work.connection.execute("DELETE FROM content WHERE project = %s", [shops.project("other")]).rowcount == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege), work.connection.transaction():
            work.connection.execute(
                "INSERT INTO word_total (project, area, items, length) VALUES (%s, 9, 1, 1)", [shops.project("other")]
            )


def test_an_unknown_project_is_answered_as_one_that_is_not_granted(shops: Shops) -> None:
    with shops.databases.app.entered(shops.token_of_boris) as entered:
        request = SearchRequest(query="queue", view=VIEW)
        unknown = shops.retriever.search(entered.connection, request, [uuid4()])
        foreign = shops.retriever.search(entered.connection, request, [shops.project("other")])
    assert unknown == foreign
    assert unknown.hits == ()
