"""Longer stories of branches: what was learned there survives every way of merging, and every loss of git's objects."""

from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.git.repository import open_repository
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.memory import Stored
from scrubjay.search.recall.answer import RecallRequest
from tests.behaviour.conftest import ingest
from tests.conftest import Repo

PAGE = "# Queue\n\nThe queue holds ten parcels.\n\n" + "A line that stays.\n\n" * 20
ROOMY = PAGE.replace("ten parcels", "two hundred parcels")
CLAIM = "The queue holds two hundred parcels (docs/queue.md:3)."


def learn(app: App, at: Path, claim: str) -> str:
    here = app.workspace(at)
    ingest(here)
    outcome = here.memories.remember(RememberRequest(content=claim))
    assert isinstance(outcome, Stored), outcome
    return outcome.id


def sees(at: Workspace, claim: str) -> bool:
    found = at.recall.search(RecallRequest(query=claim, kinds=("memory",), limit=20)).memories
    told = any(memory.content == claim for memory in at.memories.recent(20))
    assert any(claim in hit.text for hit in found) is told, "search and briefing see the same"
    return told


@pytest.fixture
def branched(repo: Repo, app: App) -> Repo:
    """Main has a page; the branch `more` changes it, twice, and somebody learns in between."""
    repo.commit("first", {"docs/queue.md": PAGE, "README.md": "# Shop\n"})
    app.initialise(repo.path)
    repo.git("checkout", "-q", "-b", "more")
    return repo


def squash(repo: Repo) -> None:
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--squash", "more")
    repo.git("commit", "-q", "-m", "squashed")


def test_a_squash_of_several_commits_to_one_file_brings_what_was_learned_in_between(branched: Repo, app: App) -> None:
    branched.commit("more room", {"docs/queue.md": ROOMY})
    learn(app, branched.path, CLAIM)
    branched.commit("polish", {"docs/queue.md": ROOMY + "A last line.\n"})
    branched.git("checkout", "-q", "main")
    assert not sees(app.workspace(branched.path), CLAIM)
    squash(branched)
    assert sees(app.workspace(branched.path), CLAIM)


def test_a_squash_brings_what_was_learned_of_one_of_its_commits(branched: Repo, app: App) -> None:
    sha = branched.commit("Fix the overflow of the queue", {"docs/queue.md": ROOMY})
    branched.commit("polish", {"docs/queue.md": ROOMY + "A last line.\n"})
    claim = f"Fix the overflow of the queue (commit {sha[:12]})."
    learn(app, branched.path, claim)
    branched.git("checkout", "-q", "main")
    assert not sees(app.workspace(branched.path), claim)
    squash(branched)
    assert sees(app.workspace(branched.path), claim)


def test_a_branch_that_was_dropped_leaves_nothing_on_main_while_git_still_knows_it(branched: Repo, app: App) -> None:
    sha = branched.commit("Fix the overflow of the queue", {"docs/queue.md": ROOMY})
    learn(app, branched.path, CLAIM)
    learn(app, branched.path, f"Fix the overflow of the queue (commit {sha[:12]}).")
    branched.git("checkout", "-q", "main")
    branched.git("branch", "-q", "-D", "more")
    branched.commit("another way", {"docs/queue.md": PAGE + "Another end.\n"})
    at = app.workspace(branched.path)
    assert not sees(at, CLAIM)
    assert not sees(at, f"Fix the overflow of the queue (commit {sha[:12]}).")


def test_a_rebase_merge_brings_it_and_the_old_commits_may_go(branched: Repo, app: App) -> None:
    branched.commit("more room", {"docs/queue.md": ROOMY})
    learn(app, branched.path, CLAIM)
    branched.git("checkout", "-q", "main")
    branched.commit("elsewhere", {"docs/queue.md": PAGE + "Another end.\n"})
    branched.git("rebase", "-q", "main", "more")
    branched.git("checkout", "-q", "main")
    assert not sees(app.workspace(branched.path), CLAIM)
    branched.git("merge", "-q", "--ff-only", "more")
    branched.git("branch", "-q", "-D", "more")
    assert sees(app.workspace(branched.path), CLAIM)
    branched.git("reflog", "expire", "--expire=now", "--all")
    branched.git("gc", "-q", "--prune=now")
    branched.commit("go on")
    assert sees(app.workspace(branched.path), CLAIM)


def test_a_cherry_pick_brings_one_memory_and_not_its_neighbour(branched: Repo, app: App) -> None:
    branched.commit("more room", {"docs/queue.md": ROOMY})
    learn(app, branched.path, CLAIM)
    branched.commit("a door", {"docs/door.md": "# Door\n\nThe door opens at nine.\n"})
    door = "The door opens at nine (docs/door.md:3)."
    learn(app, branched.path, door)
    branched.git("checkout", "-q", "main")
    branched.git("cherry-pick", "more~1")
    at = app.workspace(branched.path)
    assert sees(at, CLAIM)
    assert not sees(at, door)


def test_an_amended_commit_that_is_merged_brings_it(branched: Repo, app: App) -> None:
    branched.commit("more room", {"docs/queue.md": ROOMY})
    learn(app, branched.path, CLAIM)
    branched.write("docs/queue.md", ROOMY + "Amended.\n")
    branched.git("commit", "-q", "-a", "--amend", "-m", "more room, amended")
    branched.git("checkout", "-q", "main")
    assert not sees(app.workspace(branched.path), CLAIM)
    branched.git("merge", "-q", "--no-ff", "-m", "merge", "more")
    assert sees(app.workspace(branched.path), CLAIM)


def test_a_merge_that_keeps_the_old_text_does_not_bring_it(branched: Repo, app: App) -> None:
    branched.commit("more room", {"docs/queue.md": ROOMY})
    learn(app, branched.path, CLAIM)
    branched.git("checkout", "-q", "main")
    branched.commit("less room", {"docs/queue.md": PAGE.replace("ten parcels", "five parcels")})
    assert not sees(app.workspace(branched.path), CLAIM)


def test_a_shallow_clone_loses_nothing_and_learns_the_rest_when_it_deepens(
    repo: Repo, app: App, environment: dict[str, str], tmp_path: Path
) -> None:
    repo.commit("first", {"docs/queue.md": PAGE})
    repo.commit("second", {"README.md": "# Shop\n"})
    bare = tmp_path / "bare.git"
    repo.git("clone", "-q", "--bare", str(repo.path), str(bare))
    repo.git("clone", "-q", "--depth", "1", f"file://{bare}", str(tmp_path / "shallow"))
    shallow = Repo(tmp_path / "shallow", environment)
    app.initialise(shallow.path)
    shallow.git("checkout", "-q", "-b", "more")
    sha = shallow.commit("Give the queue more room", {"docs/queue.md": ROOMY})
    fixed = f"Fix the overflow of the queue (commit {sha[:12]})."
    learn(app, shallow.path, CLAIM)
    learn(app, shallow.path, fixed)
    shallow.git("push", "-q", "origin", "more")
    shallow.git("checkout", "-q", "main")
    assert not sees(app.workspace(shallow.path), CLAIM)
    shallow.git("fetch", "-q", "--unshallow")
    assert not sees(app.workspace(shallow.path), CLAIM)
    shallow.git("merge", "-q", "--ff-only", "more")
    assert sees(app.workspace(shallow.path), CLAIM)
    assert sees(app.workspace(shallow.path), fixed)
    repo.git("clone", "-q", "--depth", "1", "--branch", "more", f"file://{bare}", str(tmp_path / "again"))
    again = Repo(tmp_path / "again", environment)
    repository = open_repository(again.path, app.git_environment)
    app.binder.join(repository, app.workspace(shallow.path).project.id, anyway=True)
    assert sees(app.workspace(again.path), CLAIM), "the commit is there, its parents are not"
    again.commit("go on", {"README.md": "# A shop\n"})
    again.git("fetch", "-q", "--depth", "1", "origin", "main")
    assert sees(app.workspace(again.path), CLAIM)
