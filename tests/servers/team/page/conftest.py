"""The page of a team over HTTP: five people, two repositories of which one isn't for all, memories, a handoff."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import psycopg
import pytest
from psycopg.rows import dict_row

from scrubjay_team.memories.claims import TeamClaim
from scrubjay_team.page.application import TeamPage
from scrubjay_team.people.secret import digest_of
from scrubjay_team.people.teams import Teams
from scrubjay_team.serving.browser import FORM
from scrubjay_team.signin.csrf import csrf_of
from tests.conftest import Repo
from tests.servers.team.conftest import Databases
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.index.conftest import make_mirror as make_mirror
from tests.servers.team.makers import grant, make_member, make_project
from tests.servers.team.serving.conftest import Answered, ServedTeam, serving

RETRIES = """# ADR-002: Retry a payment five times

Status: accepted
Date: 2026-01-20

## Decision

The retry limit is 5, because the bank closes its gate after six calls in a minute.
"""
LETTERS = """# ADR-001: Use a queue for mail

Status: accepted
Date: 2026-01-10

## Decision

Outgoing mail waits in a queue, because the provider limits us to ten letters a second.
"""
SECRET = "The vault of pay opens at midnight alone."
CACHE = "The cache of shop keeps a page for sixty minutes."
FRIDAYS = "Nobody deploys on a Friday."
NAMES = {"shop": LETTERS, "pay": RETRIES}


@dataclass
class PagedTeam:
    """The team acme: anna owns it, rosa reviews, ben and carol write, rita reads. pay is granted to anna and ben."""

    served: ServedTeam
    members: dict[str, UUID]
    projects: dict[str, UUID]
    memories: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def top(self) -> str:
        return f"http://127.0.0.1:{self.served.port}"

    def cookie(self, who: str) -> str:
        """The Cookie header of a member's browser, which stays signed in."""
        if who not in self.cookies:
            self.cookies[who] = self.served.person(who)
        return self.cookies[who]

    def get(self, who: str, path: str) -> Answered:
        """A page as somebody sees it; nobody for an empty name."""
        return self.served.visit(self.cookie(who) if who else "", "GET", path)

    def post(self, who: str, path: str, **form: Any) -> Answered:
        """A form that somebody sends; a list is of several boxes."""
        cookie = self.cookie(who)
        body = urlencode({"csrf": csrf_of(cookie.partition("=")[2])} | form, doseq=True)
        told = {"origin": self.top, "sec_fetch_site": "same-origin", "content_type": FORM, "cookie": cookie}
        return self.served.ask("POST", path, body, **told)

    def remember(self, who: str, content: str, **more: Any) -> str:
        """The id of a memory that somebody stores."""
        digest = digest_of(self.cookie(who).partition("=")[2])
        with self.served.databases.app.entered(digest, person=True) as entered:
            made: Any = self.served.services.memories.remember(entered, TeamClaim(content=content, **more))
        return str(made.id)

    def row(self, statement: str, *values: object) -> Any:
        """The first value of what a statement finds, whoever's it is."""
        with psycopg.connect(self.served.databases.addresses.superuser, row_factory=dict_row) as connection:
            connection.execute("SET search_path = scrubjay, public")
            found = connection.execute(statement, list(values)).fetchone()
        return next(iter(found.values())) if found else None


def mirrored(databases: Databases, project: UUID) -> None:
    """Say of a project that its mirror was fetched and indexed."""
    with databases.owner.transaction() as connection:
        connection.execute(
            "INSERT INTO mirror (project, team, branch, commit, shows, indexed, fetched_at, indexed_at, due_at) "
            "SELECT id, team, 'main', %s, 'all', 'all', created_at, created_at, created_at FROM project WHERE id = %s",
            ["0" * 40, project],
        )


@pytest.fixture
def plain(databases: Databases, tmp_path: Path) -> Iterator[PagedTeam]:
    """The team without a repository and without a memory."""
    with databases.owner.transaction() as connection:
        team, anna = Teams(connection, databases.clock).create("acme", "anna")
    roles = {"rosa": "reviewer", "ben": "writer", "carol": "writer", "rita": "reader"}
    members = {"anna": anna.id} | {
        name: make_member(databases.owner, team.id, name, role) for name, role in roles.items()
    }
    seconds = count()  # a second passes with each look at the rates' clock, so that no test asks too often
    with serving(databases, tmp_path, lambda: float(next(seconds)), pages=TeamPage) as (port, services, leave):
        yield PagedTeam(ServedTeam(port, databases, services, team=team.id, leave=leave), members, {})


def furnish(team: PagedTeam, databases: Databases, projects: dict[str, UUID]) -> PagedTeam:
    """Give a team its repositories, grants and memories."""
    for name, project in projects.items():
        mirrored(databases, project)
        team.projects[name] = project
    for name in ("anna", "ben"):
        grant(databases.owner, team.projects["pay"], team.members[name])
    team.memories["cache"] = team.remember("ben", CACHE, scope="team", repo="shop", tags=("cache",))
    team.memories["secret"] = team.remember("ben", SECRET, scope="team", repo="pay")
    team.memories["fridays"] = team.remember("carol", FRIDAYS, scope="team")
    return team


@pytest.fixture
def acme(plain: PagedTeam, databases: Databases) -> PagedTeam:
    """The team with what it has; nothing is indexed of its repositories."""
    assert plain.served.team is not None
    projects = {name: make_project(databases.owner, plain.served.team, name, open=name == "shop") for name in NAMES}
    return furnish(plain, databases, projects)


@pytest.fixture
def indexed(
    plain: PagedTeam, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror], databases: Databases
) -> PagedTeam:
    """The team with its repositories indexed, so that a search finds what they hold."""
    assert plain.served.team is not None
    projects = {}
    for name, text in NAMES.items():
        source = make_repo(name)
        source.commit("records", {"docs/adr/0001-it.md": text})
        mirror = make_mirror(source, plain.served.team, name, open=name == "shop")
        mirror.index()
        projects[name] = mirror.project
    return furnish(plain, databases, projects)
