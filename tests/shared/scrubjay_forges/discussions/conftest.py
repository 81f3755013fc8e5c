"""Discussions made by tests, and a repository's store of them."""

from collections.abc import Callable
from typing import Any

import pytest

from scrubjay.app import App, Workspace
from scrubjay_forges.discussions.judging import JudgedTexts, TextJudge, judge_texts
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.stored import PutReport
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart, ForgeBatch
from scrubjay_forges.services import ForgeServices

REPOSITORY = "github.com/magpie/magpie"


def head(number: int = 1, title: str = "Parcels are sorted twice", **more: Any) -> DiscussionHead:
    """An open issue, unless more is said."""
    values = {
        "kind": "issue", "state": "open", "author": "ann", "created_at": f"2026-01-0{number % 9 + 1}T10:00:00Z",
        "updated_at": f"2026-01-0{number % 9 + 1}T10:00:00Z",
    } | more  # fmt: skip
    return DiscussionHead(number=number, title=title, **values)


def part(number: int = 1, key: str = "", text: str = "The belt runs twice.", **more: Any) -> DiscussionPart:
    """The opening text of an issue by a member, unless more is said."""
    created = more.pop("created_at", f"2026-01-0{number % 9 + 1}T10:00:00Z")
    values = {"role": "opening", "author": "ann", "member": True, "updated_at": created} | more
    return DiscussionPart(number=number, key=key or f"opening/{number}", text=text, created_at=created, **values)


def comment(number: int = 1, id: int = 1, text: str = "Yes.", **more: Any) -> DiscussionPart:
    """A comment."""
    return part(number, f"comment/{id}", text, role="comment", **more)


def batch(*items: DiscussionHead | DiscussionPart, **more: Any) -> ForgeBatch:
    """What one answer brought."""
    heads = tuple(item for item in items if isinstance(item, DiscussionHead))
    return ForgeBatch(heads=heads, parts=tuple(item for item in items if isinstance(item, DiscussionPart)), **more)


def have_read(
    store: DiscussionStore, instructs: Callable[[str], str] = lambda _: "", version: str = "test"
) -> JudgedTexts:
    """Have a judge read what outsiders wrote, to whom nothing instructs its reader unless more is said."""
    return judge_texts(store.database, TextJudge(version, instructs), stop=lambda: False)


@pytest.fixture
def at(app: App, repo: Any) -> Workspace:
    """The workspace of a repository with one commit."""
    repo.commit("start", {"README.md": "# Magpie\n\nMagpie sorts parcels.\n"})
    return app.initialise(repo.path)


@pytest.fixture
def store(at: Workspace) -> DiscussionStore:
    """Its store, with one repository that nothing was read of."""
    ForgeServices.of(at).discussion_store.ensure(REPOSITORY, "github")
    return ForgeServices.of(at).discussion_store


@pytest.fixture
def put(store: DiscussionStore) -> Callable[..., Any]:
    """Stores what one answer brought, and has it read."""

    def put_and_read(*items: Any, **more: Any) -> PutReport:
        report = store.put(REPOSITORY, batch(*items, **more))
        have_read(store)
        return report

    return put_and_read
