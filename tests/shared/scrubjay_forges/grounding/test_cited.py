"""A memory that names a discussion leans on it while its words stand, and falls when they are edited or gone."""

from collections.abc import Callable

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.freshness.graded import GradeResult
from scrubjay.memory.freshness.wording import grounds_line
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import CitationStatus, Origin
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Stored
from scrubjay_forges.discussions.values import ForgeBatch
from scrubjay_forges.services import ForgeServices
from tests.conftest import Repo
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, comment, head, part

CLAIM = "The queue holds 200 parcels (#7)."
SAID = "The queue holds 200 parcels."


@pytest.fixture
def workspace(repo: Repo, app: App) -> Workspace:
    repo.commit("start", {"README.md": "# Magpie\n\nMagpie sorts letters.\n"})
    opened = app.initialise(repo.path)
    opened.documents.ingest(opened.documents.view(), cause="test")
    store = ForgeServices.of(opened).discussion_store
    store.ensure(REPOSITORY, "github")
    texts = batch(head(7, "The queue overflows"), part(7, text="Hello."), comment(7, 1, SAID, author="bo"))
    store.put(REPOSITORY, texts, synced_at="2026-02-20T14:10:00Z")
    return opened


def learn(at: Workspace, content: str = CLAIM, scope: str = "project") -> str:
    request = RememberRequest(content=content, author="ada", origin=Origin.AGENT, scope=scope)
    outcome = at.memories.remember(request)
    assert isinstance(outcome, Stored), outcome
    return outcome.id


def graded(at: Workspace, id: str) -> GradeResult:
    return at.grades.of([id], at.documents.view())[id]


def fallen(at: Workspace) -> tuple[str, ...]:
    return at.grades.downgraded(at.documents.view())


def test_a_memory_leans_on_the_words_of_the_discussion_its_author_and_how_fresh_it_is(
    workspace: Workspace,
) -> None:
    found = graded(workspace, learn(workspace))
    assert found.grade is Grade.GROUNDED
    assert grounds_line(found) == f'#7 › comment by bo, 2026-01-08 (open, as of 2026-02-20 14:10): "{SAID}"'


def test_it_falls_when_the_words_are_edited(workspace: Workspace) -> None:
    id = learn(workspace)
    edited = comment(7, 1, "The queue holds 300 parcels.", author="bo", updated_at="2026-11-21T00:00:00Z")
    ForgeServices.of(workspace).discussion_store.put(REPOSITORY, batch(edited))
    found = graded(workspace, id)
    assert (found.grade, found.standing.grounds[0].status) == (Grade.SAID, CitationStatus.CHANGED)
    assert found.standing.grounds[0].words == "The queue holds 300 parcels."
    assert fallen(workspace) == (id,)


@pytest.mark.parametrize("gone", [ForgeBatch(gone=(7,)), ForgeBatch(gone_parts=("comment/1",))], ids=["all", "part"])
def test_it_falls_when_the_discussion_or_the_comment_is_deleted(workspace: Workspace, gone: ForgeBatch) -> None:
    id = learn(workspace)
    assert fallen(workspace) == ()
    ForgeServices.of(workspace).discussion_store.put(REPOSITORY, gone)
    assert graded(workspace, id).grade is Grade.SAID
    assert fallen(workspace) == (id,)


def test_other_words_in_the_discussion_change_nothing(workspace: Workspace) -> None:
    id = learn(workspace)
    more = batch(head(7, "The queue overflows", state="closed"), comment(7, 2, "Closing.", author="bo"))
    ForgeServices.of(workspace).discussion_store.put(REPOSITORY, more)
    assert graded(workspace, id).grade is Grade.GROUNDED
    assert "closed" in grounds_line(graded(workspace, id))
    assert fallen(workspace) == ()


def test_a_memory_of_the_user_s_shows_nothing_of_it_in_a_project_that_does_not_keep_it(
    workspace: Workspace, app: App, make_repo: Callable[[str], Repo]
) -> None:
    other = make_repo("other")
    other.commit("start", {"README.md": "# Other\n\nAnother project.\n"})
    elsewhere = app.initialise(other.path)
    elsewhere.documents.ingest(elsewhere.documents.view(), cause="test")
    ForgeServices.of(elsewhere).discussion_store.ensure("github.com/other/other", "github")
    id = learn(workspace, scope="user")
    assert graded(workspace, id).grade is Grade.GROUNDED
    there = graded(elsewhere, id)
    assert (there.grade, there.standing.grounds, grounds_line(there)) == (Grade.SAID, (), "no source")
    assert fallen(elsewhere) == ()
