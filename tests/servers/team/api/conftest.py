"""The API of a team's server on loopback: the server of the tests of serving, and a mirrored repository."""

from collections.abc import Callable

import pytest

from tests.conftest import Repo
from tests.servers.team.index.conftest import LiveMirror
from tests.servers.team.index.conftest import make_mirror as make_mirror
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served

QUEUE = """# ADR-001: Use a queue for mail

Status: accepted
Date: 2026-01-10

## Decision

Outgoing mail waits in a queue, because the provider limits us to ten letters a second.
"""


@pytest.fixture
def shop(served: ServedTeam, make_repo: Callable[..., Repo], make_mirror: Callable[..., LiveMirror]) -> LiveMirror:
    """The project shop of the team acme, indexed."""
    source = make_repo("shop")
    source.commit("records", {"docs/adr/0001-queue.md": QUEUE})
    assert served.team is not None
    mirror = make_mirror(source, served.team, "shop")
    mirror.index()
    return mirror
