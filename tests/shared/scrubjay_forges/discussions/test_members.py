"""Who is a member is said by the forge and by the user's settings, at once for what is kept; bots answer nobody."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import App, Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.model.discussion import DiscussionRef
from scrubjay.settings.layers import load_settings
from scrubjay_forges.discussions.indexing import apply_members
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.services import ForgeServices
from tests.fakes import HashingEmbedder
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, comment, head, part
from tests.shared.scrubjay_forges.discussions.test_views import shown

Put = Callable[..., Any]
ONE = DiscussionRef(REPOSITORY, 1)
OUTSIDE: dict[str, Any] = {"member": False, "author": "eve", "created_at": "2026-01-03T10:00:00Z"}
LATER = {"created_at": "2026-01-04T10:00:00Z"}


def standing(store: DiscussionStore) -> list[tuple[str, bool, bool]]:
    """The texts of the first discussion: by whom, whether a member's, and whether a default answer may have it."""
    return [(one.author, one.member, one.counts) for one in store.parts(ONE)]


def test_who_is_named_is_a_member_for_what_is_kept_and_no_longer_when_taken_out(
    store: DiscussionStore, put: Put
) -> None:
    put(head(), part(**OUTSIDE), comment(1, 1, "Yes.", author="Zoe", member=False, **LATER))
    before = [("eve", False, False), ("Zoe", False, False)]
    assert standing(store) == before
    assert apply_members(store.database, {REPOSITORY.upper(): ["zOE"]})
    assert standing(store) == [("eve", False, True), ("Zoe", True, True)]
    assert not apply_members(store.database, {REPOSITORY: ["zoe"]})
    assert apply_members(store.database, {})
    assert standing(store) == before


def test_who_is_named_stays_a_member_whatever_is_read_later(store: DiscussionStore, put: Put) -> None:
    apply_members(store.database, {REPOSITORY: ["zoe"]})
    put(head(), part(**OUTSIDE), comment(1, 1, "Yes.", author="Zoe", member=False, **LATER))
    assert standing(store) == [("eve", False, True), ("Zoe", True, True)]
    apply_members(store.database, {})
    assert standing(store) == [("eve", False, False), ("Zoe", False, False)]


def test_one_repository_s_members_are_no_other_s(store: DiscussionStore, put: Put) -> None:
    other = "github.com/other/other"
    store.ensure(other, "github")
    store.put(other, batch(head(), part(**OUTSIDE)))
    put(head(), part(**OUTSIDE))
    apply_members(store.database, {REPOSITORY: ["eve"]})
    assert [one.member for one in store.parts(ONE)] == [True]
    assert [one.member for one in store.parts(DiscussionRef(other, 1))] == [False]


@pytest.mark.parametrize(
    ("author", "answers"),
    [("cla[bot]", False), ("Stale-Bot", False), ("project_12_bot_0a1b", False), ("group_3_bot_x", False),
     ("abbot", True), ("bot", True), ("robotics", True), ("ann_2_bot", True), ("ann", True)],
)  # fmt: skip
def test_a_bot_s_reply_is_no_member_s_answer(store: DiscussionStore, put: Put, author: str, answers: bool) -> None:
    put(head(), part(**OUTSIDE), comment(1, 1, "Thanks for your contribution!", author=author, **LATER))
    assert standing(store)[0] == ("eve", False, answers)


def test_a_change_of_the_setting_counts_at_the_next_question(
    app: App, at: Workspace, put: Put, environment: dict[str, str], clock: Callable[[], datetime]
) -> None:
    put(head(), part(**OUTSIDE))
    assert shown(at) == []
    config = f"forges:\n  {REPOSITORY}:\n    project: {at.project.name}\n    kind: files\n    members: [eve]\n"
    for text, keys in ((config, ["opening/1"]), ("", [])):
        (Path(environment["SCRUBJAY_HOME"]) / "config.yaml").write_text(text)
        settings, git = load_settings(environment), GitEnvironment.of(environment)
        with open_app(
            settings, git_environment=git, embedder=HashingEmbedder(), clock=clock, wake=lambda: None
        ) as again:
            there = again.workspace(at.repository.worktree)
            assert ForgeServices.of(there).discussions.exists()
            assert shown(there) == keys
            assert ForgeServices.of(there).forge_sync.targets() == ()


def test_members_that_a_forge_tells_later_count_in_the_store_and_the_users_beside_them(
    store: DiscussionStore, put: Put
) -> None:
    def standing() -> list[tuple[str, bool, bool]]:
        return [(one.author, one.member, bool(one.answered_at)) for one in store.parts(ONE)]

    outside: dict[str, Any] = {"member": False, "created_at": "2026-01-03T10:00:00Z"}
    later = {"member": False, "created_at": "2026-01-04T10:00:00Z"}
    put(
        head(), part(author="eve", **outside), comment(1, 1, "Yes.", author="zoe", **later),
        comment(1, 2, "No.", author="zoe", brought=True, **later),
    )  # fmt: skip
    assert store.told_members(REPOSITORY) is None
    store.put(REPOSITORY, ForgeBatch(members=("zoe",)))
    assert store.told_members(REPOSITORY) == {"zoe"}
    assert standing() == [("eve", False, True), ("zoe", True, False), ("zoe", False, True)]
    apply_members(store.database, {REPOSITORY: ["eve"]})
    store.put(REPOSITORY, ForgeBatch(members=()))
    assert store.told_members(REPOSITORY) == frozenset()
    assert standing() == [("eve", True, False), ("zoe", False, False), ("zoe", False, False)]


def test_what_only_a_file_brought_keeps_what_the_file_says(store: DiscussionStore) -> None:
    whole = batch(head(), part(author="ann", member=True))
    store.put(REPOSITORY, ForgeBatch(heads=whole.heads, parts=whole.parts, file_at="2026-01-02T00:00:00Z"))
    store.put(REPOSITORY, ForgeBatch(members=("bob",)))
    assert [one.member for one in store.parts(ONE)] == [True]
