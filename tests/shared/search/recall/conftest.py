"""A workspace over real git, real databases and a hashing embedder; nothing is started in the background."""

from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.model.view import View
from scrubjay.search.recall.recall import Recall
from tests.conftest import Repo

ADR_2 = """\
# 2. Login forms

Date: 2025-01-01

## Status

Superseded by [7. Passkeys](0007-passkeys.md)

## Context

People log in through a form with a password.
"""

ADR_7 = """\
# 7. Passkeys

Date: 2026-02-01

## Status

Accepted

Supersedes [2. Login forms](0002-login-forms.md)

## Context

People log in with a passkey; the ceremony runs in the browser.
"""

USAGE = "# Usage\n\nStart the shop with `shop serve`.\n\n## Deploy\n\nThe canary takes ten percent of the traffic.\n"

VIEW = View(
    key="k",
    worktree=Path("/x/shop"),
    branch="main",
    commit="a" * 40,
    tree="b" * 40,
    committed_at="2026-03-01T12:00:00Z",
    as_of="",
    files=(),
)


@pytest.fixture
def shop(repo: Repo) -> Repo:
    """A repository with a guide and two decisions, the newer one replacing the older."""
    repo.commit("first", {"docs/adr/0002-login-forms.md": ADR_2, "docs/usage.md": USAGE}, date="2025-01-01T12:00:00Z")
    repo.commit("decide", {"docs/adr/0007-passkeys.md": ADR_7}, date="2026-02-01T12:00:00Z")
    return repo


@pytest.fixture
def workspace(app: App, shop: Repo) -> Workspace:
    return app.initialise(shop.path)


@pytest.fixture
def recall(workspace: Workspace) -> Recall:
    """Over an index that equals HEAD: on a busy machine 200 ms may not be enough for a search to read it all."""
    workspace.documents.ingest(workspace.documents.view(), cause="test")
    return workspace.recall


@pytest.fixture
def memories(workspace: Workspace) -> Memories:
    return workspace.memories
