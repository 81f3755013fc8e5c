"""How PostgreSQL finds what a search asks, as the app: by indexes, and by graphs of vectors as well as by all."""

from uuid import UUID, uuid4

import numpy as np
from psycopg import Connection
from psycopg.rows import DictRow

from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.pattern import pattern
from scrubjay_team.index.keys import id_of
from scrubjay_team.index.retriever import TeamRetriever
from tests.conftest import Repo
from tests.servers.team.conftest import Databases
from tests.servers.team.index.conftest import MakeMirror
from tests.servers.team.index.test_isolation import VIEW
from tests.servers.team.makers import make_member, make_project, make_team, make_token

SCANNED = pattern(r"Seq Scan on (\w+)")
LARGE = ("content", "passage", "record", "symbol", "shown", "word_row", "word_frequency", "embedding", "token_states")
QUESTIONS = ["payment queue", '"payment queue" retries', "Queue.retry", "src/a.py:1", "README.md", "队", "ADR-1", ""]
FILTERS = [Filters(), Filters(kinds=("decision",)), Filters(path="src"), Filters(holds=("payment queue",))]


def test_no_search_reads_a_large_table_from_end_to_end(
    watched: tuple[Connection[DictRow], list[str]],
    databases: Databases,
    repo: Repo,
    make_mirror: MakeMirror,
) -> None:
    repo.commit("first", {"README.md": "# Shop\n\nThe payment queue retries.\n", "docs/adr/0001-x.md": "# 1. X\n",
                          "src/a.py": "class Queue:\n    def retry(self):\n        return 1\n"})  # fmt: skip
    team = make_team(databases.owner)
    mirror = make_mirror(repo, team)
    mirror.index()
    digest = make_token(databases.owner, make_member(databases.owner, team))
    connection, plans = watched
    connection.execute("SELECT * FROM enter(%s, %s)", [digest, databases.clock.now])
    retriever = TeamRetriever(mirror.embedder)
    answered = 0
    for query in QUESTIONS:
        for filters in FILTERS:
            request = SearchRequest(query=query, view=VIEW, filters=filters)
            answered += bool(retriever.search(connection, request, [mirror.project]).hits)
    assert answered > len(QUESTIONS)
    assert any("nearest_of_all" in plan for plan in plans)
    scanned = {table for plan in plans for table in SCANNED.findall(plan) if table.startswith(LARGE)}
    assert scanned == set()


NUMBER, WANTED = 1500, 50


def fill(databases: Databases, project: UUID, codes: np.ndarray) -> None:
    with databases.worker.working(project) as work:
        connection, first = work.connection, id_of(work.number, 1)
        connection.execute("INSERT INTO mirror_view VALUES (%s, 0, '', '', '', '{}')", [project])
        connection.cursor().executemany(
            "INSERT INTO shown VALUES (%s, 0, %s, %s, 0, %s, 'document', '')",
            [(project, f"{n}.md", f"{n}.md", first + n) for n in range(len(codes))],
        )
        connection.cursor().executemany(
            "INSERT INTO embedding VALUES (%s, %s, %s, %s::halfvec)",
            [(project, first + n, first + n, str(code.tolist())) for n, code in enumerate(codes)],
        )


def test_graphs_find_what_comparing_every_vector_finds_under_narrow_grants(databases: Databases) -> None:
    random = np.random.default_rng(7)
    centres = random.normal(size=(40, 384))
    team = make_team(databases.owner)
    projects = [make_project(databases.owner, team, f"p{n}") for n in range(4)]
    for project in projects:
        near = centres[random.integers(40, size=NUMBER // 4)] + random.normal(size=(NUMBER // 4, 384))
        fill(databases, project, np.clip(np.rint(near * 40), -127, 127).astype(int))
    member = make_member(databases.owner, team)
    for granted in (projects, projects[:1]):
        digest = make_token(databases.owner, member, projects=granted)
        held = 0
        for _ in range(10):
            query = str((centres[random.integers(40)] + random.normal(size=384)).round(4).tolist())
            with databases.app.entered(digest) as entered:
                found = [
                    {
                        row["passage"]
                        for row in entered.connection.execute(
                            f"SELECT passage FROM {name}(%s, %s::halfvec, 0, NULL, NULL, %s)",
                            [[*granted, uuid4()], query, WANTED],
                        )
                    }
                    for name in ("nearest_of_all", "nearest_by_graph")
                ]
            assert len(found[0]) == WANTED
            held += len(found[0] & found[1])
        assert held >= 0.97 * 10 * WANTED
