"""The wall of the database alone: any SQL in a request reaches what its member is granted, and no more."""

from uuid import UUID

import psycopg
import pytest

from tests.servers.team.conftest import Databases
from tests.servers.team.makers import make_member, make_project, make_team, make_token

CONTENT = (
    "INSERT INTO content (id, project, blob, format, chunker, title, lines, masked, changed_at, changed_commit, text) "
    "VALUES (%(id)s, %(project)s, 'b', 'markdown', 'c', 't', 1, 0, '', '', 'the wall')"
)


@pytest.fixture
def walled(databases: Databases) -> tuple[bytes, UUID, UUID]:
    """A member's token, a project that is closed to it, and one of another team; each has a content."""
    team, rivals = make_team(databases.owner), make_team(databases.owner, "rivals")
    digest = make_token(databases.owner, make_member(databases.owner, team))
    closed = make_project(databases.owner, team, "vault", open=False)
    other = make_project(databases.owner, rivals, "theirs")
    for project in (closed, other):
        with databases.worker.working(project) as work:
            work.connection.execute(CONTENT, {"id": work.number << 32, "project": project})
    return digest, closed, other


REACHES = (
    "SELECT * FROM due_mirrors('infinity', 1000)",
    "SELECT * FROM enter_worker(%(other)s)",
    "SELECT * FROM due_mirrors('infinity', 1000) AS d, LATERAL enter_worker(d.project)",
    "SELECT * FROM mirror_source",
    "SELECT * FROM queue.procrastinate_jobs",
    "SELECT last_value FROM queue.procrastinate_jobs_id_seq",
    "SELECT queue.procrastinate_defer_jobs_v1(NULL)",
    "DELETE FROM queue.procrastinate_workers",
    "SET ROLE scrubjay_worker",
    "SET SESSION AUTHORIZATION scrubjay_worker",
    "SELECT set_config('role', 'scrubjay_worker', true)",
    "UPDATE content SET text = 'forged'",
    "DELETE FROM shown",
    "SELECT * FROM invitation",
)


@pytest.mark.parametrize("statement", REACHES)
def test_what_is_the_workers_is_refused_to_a_request(
    databases: Databases, walled: tuple[bytes, UUID, UUID], statement: str
) -> None:
    digest, _, other = walled
    with pytest.raises(psycopg.errors.InsufficientPrivilege), databases.app.entered(digest) as entered:
        entered.connection.execute(statement, {"other": other})


def test_as_the_worker_a_request_still_sees_only_what_its_settings_name(
    databases: Databases, walled: tuple[bytes, UUID, UUID]
) -> None:
    digest, _, _ = walled
    with databases.app.entered(digest) as entered:
        entered.connection.execute("SELECT set_config('scrubjay.role', 'worker', true)")
        assert entered.connection.execute("SELECT text FROM content").fetchall() == []
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            entered.connection.execute("UPDATE mirror SET commit = 'forged'")


def test_a_request_asks_for_the_fetch_of_a_project_and_nothing_comes_back(
    databases: Databases, walled: tuple[bytes, UUID, UUID]
) -> None:
    digest, _, other = walled
    with databases.app.entered(digest) as entered:
        row = entered.connection.execute("SELECT ask_fetch(%s, now())::text AS said", [other]).fetchone()
    assert row == {"said": None}


def test_no_table_of_another_name_stands_in_for_one_of_ours(
    databases: Databases, walled: tuple[bytes, UUID, UUID]
) -> None:
    digest, _, _ = walled
    with databases.app.entered(digest) as entered:
        entered.connection.execute("CREATE TEMP TABLE content (text text) ON COMMIT PRESERVE ROWS")
        entered.connection.execute("INSERT INTO pg_temp.content VALUES ('forged')")
        assert entered.connection.execute("SELECT text FROM content").fetchall() == []
    with databases.app.entered(digest) as entered:
        assert entered.connection.execute("SELECT text FROM content").fetchall() == []
