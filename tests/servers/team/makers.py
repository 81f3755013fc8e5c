"""Teams, members, tokens, projects and grants, written as the owner."""

import secrets
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from uuid import UUID, uuid4

from scrubjay_team.database.owner import OwnerDatabase
from scrubjay_team.people.secret import new_session

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
"""When everything here is made."""


def make_team(owner: OwnerDatabase, name: str = "acme") -> UUID:
    team = uuid4()
    with owner.transaction() as connection:
        connection.execute("INSERT INTO team (id, name, created_at) VALUES (%s, %s, %s)", [team, name, NOW])
    return team


def make_member(owner: OwnerDatabase, team: UUID, name: str = "anna", role: str = "writer") -> UUID:
    member = uuid4()
    with owner.transaction() as connection:
        connection.execute(
            "INSERT INTO member (id, team, name, role, created_at) VALUES (%s, %s, %s, %s, %s)",
            [member, team, name, role, NOW],
        )
    return member


def make_token(
    owner: OwnerDatabase,
    member: UUID,
    *,
    scopes: tuple[str, ...] = ("search", "remember", "handoff"),
    projects: list[UUID] | None = None,
    days: int = 30,
) -> bytes:
    """A personal token of a member; returns its digest, by which a transaction is entered."""
    digest = sha256(secrets.token_bytes(32)).digest()
    with owner.transaction() as connection:
        connection.execute(
            "INSERT INTO access_token (id, team, member, name, digest, scopes, projects, created_at, expires_at) "
            "SELECT %s, team, id, 'laptop', %s, %s, %s, %s, %s FROM member WHERE id = %s",
            [uuid4(), digest, list(scopes), projects, NOW, NOW + timedelta(days=days), member],
        )
    return digest


def make_session(owner: OwnerDatabase, member: UUID, now: datetime = NOW, hours: int = 12) -> str:
    """A session of a member's browser; returns its cookie's value. `digest_of` it enters as a person."""
    text, digest = new_session()
    with owner.transaction() as connection:
        connection.execute(
            "INSERT INTO page_session (id, team, member, digest, browser, created_at, expires_at) "
            "SELECT %s, team, id, %s, 'Firefox on Linux', %s, %s FROM member WHERE id = %s",
            [uuid4(), digest, now, now + timedelta(hours=hours), member],
        )
    return text


def make_project(owner: OwnerDatabase, team: UUID, name: str = "shop", *, open: bool = True) -> UUID:
    project = uuid4()
    with owner.transaction() as connection:
        connection.execute(
            "INSERT INTO project (id, team, name, address, open, created_at) VALUES (%s, %s, %s, %s, %s, %s)",
            [project, team, name, f"https://git.example/{name}.git", open, NOW],
        )
    return project


def grant(owner: OwnerDatabase, project: UUID, member: UUID) -> None:
    """Grant a project that isn't open to one member."""
    with owner.transaction() as connection:
        connection.execute(
            "INSERT INTO project_member (team, project, member) SELECT team, %s, id FROM member WHERE id = %s",
            [project, member],
        )
