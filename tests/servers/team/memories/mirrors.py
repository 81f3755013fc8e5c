"""Documents of a mirror's default branch, as its index has them: written by SQL, as the worker."""

from hashlib import sha1
from uuid import UUID

from tests.servers.team.conftest import Databases


def put_document(
    databases: Databases, project: UUID, path: str, text: str, blob: str = "", kind: str = "document"
) -> None:
    """Let a project's default branch have a text at a path; another text there is gone."""
    with databases.worker.working(project) as work:
        run = work.connection.execute
        run(
            "INSERT INTO mirror_view (project, view, name, commit, committed_at, facts) "
            "VALUES (%s, 0, '', %s, '', '{}') ON CONFLICT DO NOTHING",
            [project, "c" * 40],
        )
        drop_document(databases, project, path)
        row = run(
            "SELECT coalesce(max(id), %s::bigint << 32) + 1 AS id FROM content WHERE project = %s",
            [work.number, project],
        )
        id = row.fetchone()["id"]  # type: ignore[index]
        run(
            "INSERT INTO content (id, project, blob, format, chunker, title, lines, masked, changed_at, "
            "changed_commit, text) VALUES (%s, %s, %s, 'markdown', 'x', '', 1, 0, '', '', %s)",
            [id, project, sha1(text.encode(), usedforsecurity=False).hexdigest(), text],
        )
        run(
            "INSERT INTO shown (project, view, path, base, path_id, content, kind, dated) "
            "VALUES (%s, 0, %s, %s, %s, %s, %s, '')",
            [project, path, path.rpartition("/")[2], id, id, kind],
        )


def drop_document(databases: Databases, project: UUID, path: str) -> None:
    """Let a project's default branch have nothing at a path."""
    with databases.worker.working(project) as work:
        work.connection.execute("DELETE FROM shown WHERE project = %s AND path = %s", [project, path])
