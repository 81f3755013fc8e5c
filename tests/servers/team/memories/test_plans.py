"""How PostgreSQL finds the memories that a claim or a question asks for, as the app: never by reading all of them."""

from uuid import UUID, uuid4

import numpy as np
import psycopg
from psycopg import Connection
from psycopg.rows import DictRow

from scrubjay.model.frozen import from_row
from scrubjay.model.memory import Known, Stored
from scrubjay.model.pattern import pattern
from scrubjay_team.database.connecting import Entered, TeamCaller
from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.memories.memories import TeamMemories
from scrubjay_team.memories.words import mark_keys
from tests.fakes import HashingEmbedder
from tests.servers.team.memories.conftest import People

SCANNED = pattern(r"Seq Scan on (memory\w*)")
NUMBER, WANTED, LARGE = 1_500, 50, 50_000
NEAREST = "SELECT passage FROM memories_nearest(%s::halfvec, 'm', %s::uuid[], %s, true, now(), %s)"


def entered_by(connection: Connection[DictRow], people: People, who: str) -> Entered:
    row = connection.execute("SELECT * FROM enter(%s, %s)", [people.tokens[who], people.databases.clock.now]).fetchone()
    assert row is not None
    return Entered(connection, from_row(TeamCaller, row, scopes=tuple(row["scopes"]), projects=tuple(row["projects"])))


def test_no_claim_and_no_question_reads_all_memories(
    watched: tuple[Connection[DictRow], list[str]], people: People
) -> None:
    connection, plans = watched
    memories = TeamMemories(HashingEmbedder(384), people.databases.clock)
    entered = entered_by(connection, people, "anna")
    for repo, scope in (("", "team"), ("shop", "team"), ("", "global")):
        for text in ("The cache keeps a page for an hour.", "Deploys run on Tuesdays after lunch."):
            memories.remember(entered, TeamClaim(content=text, repo=repo, scope=scope))
        again = TeamClaim(content="The cache keeps a page for an hour!", repo=repo, scope=scope)
        assert isinstance(memories.remember(entered, again), Known)
        for asked in ("cache page", ""):
            assert memories.search(entered, asked, repo=repo)
    changed = memories.remember(entered, TeamClaim(content="Invoices are numbered without gaps."))
    assert isinstance(changed, Stored)
    memories.update(entered, changed.id, "supersede", TeamClaim(content="Bills bear the year before their number."))
    memories.forget(entered, changed.id)
    assert all(any(name in plan for plan in plans) for name in ("memories_alike", "memories_nearest"))
    assert {table for plan in plans for table in SCANNED.findall(plan)} == set()


def test_of_a_mark_that_many_share_the_newest_hundred_are_looked_at(people: People) -> None:
    marks = mark_keys(people.teams["acme"], "team", None, "The cache keeps a page for an hour.")
    with psycopg.connect(people.databases.addresses.superuser) as connection:
        connection.execute("SET search_path = scrubjay, public")
        connection.execute(
            "INSERT INTO memory (id, team, member, scope, kind, content, digest, quote, applies, tags, grounds, "
            "client, session, status, reason, recorded_at, changed_at, changed_by) SELECT gen_random_uuid(), %s, %s, "
            "'team', 'fact', 'x', '', '', '', '{}', '[]', '', '', CASE WHEN n %% 2 = 0 THEN 'active' ELSE 'held' END, "
            "'', now(), now(), %s FROM generate_series(1, 500) AS n ORDER BY n",
            [people.teams["acme"], people.members["anna"], people.members["anna"]],
        )
        connection.execute("INSERT INTO memory_mark SELECT unnest(%s::bigint[]), number FROM memory", [marks])
        newest = connection.execute("SELECT id FROM memory ORDER BY number DESC LIMIT 200").fetchall()
    alike = "SELECT memory, shared FROM memories_alike(%s::bigint[], now(), 1000)"
    with people.entered("ben") as entered:  # sees what is held by anna as little as the marks of it
        found = {row["memory"] for row in entered.connection.execute(alike, [marks])}
        assert found == {id for (id,) in newest[::2]}
    with people.entered("carl") as entered:
        assert entered.connection.execute(alike, [marks]).fetchall() == []


def test_a_graph_finds_what_comparing_every_vector_finds(
    watched: tuple[Connection[DictRow], list[str]], people: People
) -> None:
    random = np.random.default_rng(7)
    centres = random.normal(size=(40, 384))
    codes = centres[random.integers(40, size=NUMBER)] + random.normal(size=(NUMBER, 384))
    places = [people.projects["shop"], people.projects["pay"], None]
    with psycopg.connect(people.databases.addresses.superuser) as connection:
        connection.execute("SET search_path = scrubjay, public")
        fill(connection, people, [(places[n % 3], str(code.round(3).tolist())) for n, code in enumerate(codes)])
    queries = [str((centres[random.integers(40)] + random.normal(size=384)).round(3).tolist()) for _ in range(10)]
    grants = [("ben", None, True), ("anna", None, True), ("ben", [people.projects["shop"]], False)]
    exact = {(who, n): found(people, who, [one, within, own, WANTED]) for who, within, own in grants
             for n, one in enumerate(queries)}  # fmt: skip
    with psycopg.connect(people.databases.addresses.superuser) as connection:
        connection.execute("SET search_path = scrubjay, public")
        fill(connection, people, [(people.projects["shop"], None)] * (LARGE + 1))
    graph = {(who, n): found(people, who, [one, within, own, WANTED]) for who, within, own in grants
             for n, one in enumerate(queries)}  # fmt: skip
    assert all(len(one) == WANTED for one in exact.values())
    assert sum(len(exact[key] & graph[key]) for key in exact) >= 0.97 * len(exact) * WANTED
    assert found(people, "carl", [queries[0], places[:2], True, WANTED]) == set()
    asking, plans = watched
    entered_by(asking, people, "anna")
    plans.clear()
    asking.execute(NEAREST, [queries[0], None, True, WANTED])
    assert any("memory_passage_vector" in plan for plan in plans)
    assert {table for plan in plans for table in SCANNED.findall(plan)} == set()


def fill(
    connection: psycopg.Connection[tuple[object, ...]], people: People, rows: list[tuple[UUID | None, object]]
) -> None:
    """Passages of no memory; what has no vector is in no graph, but counts."""
    connection.execute("SET session_replication_role = replica")
    sql = (
        "COPY memory_passage (memory, team, project, member, scope, accepted, place, text, start_line, end_line, keys, "
        "tf, length, embedder, vector) FROM STDIN"
    )
    with connection.cursor().copy(sql) as stream:
        for project, vector in rows:
            whose = (uuid4(), people.teams["acme"], project, people.members["anna"], "team")
            stream.write_row((*whose, False, 0, "x", 1, 1, [], [], 1, "m", vector))


def found(people: People, who: str, values: list[object]) -> set[int]:
    with people.entered(who) as entered:
        return {row["passage"] for row in entered.connection.execute(NEAREST, values).fetchall()}
