"""What was learned on a branch is there after the merge, however it was merged, and not before."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from scrubjay.search.recall.answer import RecallRequest
from tests.conftest import Repo

OLD = "# Queue\n\nThe queue holds ten parcels.\n\n" + "A line that stays.\n\n" * 20
NEW = OLD.replace("ten parcels", "two hundred parcels")
CLAIM = "The queue holds two hundred parcels (docs/queue.md:3)."


@pytest.fixture
def learned(repo: Repo, app: App) -> Repo:
    """On the branch `more` a file changed, and somebody remembered what it says now; HEAD is main again."""
    repo.commit("first", {"docs/queue.md": OLD})
    at = app.initialise(repo.path)
    repo.git("checkout", "-q", "-b", "more")
    repo.commit("more room", {"docs/queue.md": NEW})
    at.documents.ingest(at.documents.view(), cause="test")
    outcome = at.memories.remember(RememberRequest(content=CLAIM))
    assert isinstance(outcome, Stored), outcome
    assert sees(app, repo.path)
    repo.git("checkout", "-q", "main")
    assert not sees(app, repo.path)
    return repo


def sees(app: App, path: Path) -> bool:
    at: Workspace = app.workspace(path)
    found = at.recall.search(RecallRequest(query="how many parcels does the queue hold", kinds=("memory",))).memories
    told = any(memory.content == CLAIM for memory in at.memories.recent(10))
    assert bool(found) is told, "search and briefing see the same"
    return told


def test_a_merge_brings_it_and_a_reset_takes_it(learned: Repo, app: App) -> None:
    learned.git("merge", "-q", "--no-ff", "-m", "merge", "more")
    assert sees(app, learned.path)
    learned.git("reset", "-q", "--hard", "HEAD~1")
    assert not sees(app, learned.path)


def test_a_squash_merge_brings_it_even_without_the_branch(learned: Repo, app: App) -> None:
    learned.git("merge", "-q", "--squash", "more")
    learned.git("commit", "-q", "-m", "squashed")
    learned.git("branch", "-q", "-D", "more")
    learned.git("reflog", "expire", "--expire=now", "--all")
    learned.git("gc", "-q", "--prune=now")
    assert sees(app, learned.path)


def test_a_cherry_pick_into_a_changed_file_brings_it(learned: Repo, app: App) -> None:
    learned.commit("elsewhere in the file", {"docs/queue.md": OLD + "Another end.\n"})
    assert not sees(app, learned.path)
    learned.git("cherry-pick", "more")
    assert sees(app, learned.path)


def test_a_rebase_keeps_it(learned: Repo, app: App) -> None:
    learned.commit("elsewhere", {"docs/queue.md": OLD + "Another end.\n"})
    learned.git("checkout", "-q", "more")
    learned.git("rebase", "-q", "main")
    assert sees(app, learned.path)
    learned.git("checkout", "-q", "main")
    learned.git("merge", "-q", "--ff-only", "more")
    assert sees(app, learned.path)


def test_an_amend_keeps_it(learned: Repo, app: App) -> None:
    learned.git("checkout", "-q", "more")
    learned.write("docs/queue.md", NEW + "Amended.\n")
    learned.git("commit", "-q", "-a", "--amend", "-m", "more room, amended")
    assert sees(app, learned.path)


def gc(repo: Repo) -> None:
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")


def test_a_branch_that_was_dropped_stays_hidden_after_gc_and_is_counted_as_lost(learned: Repo, app: App) -> None:
    learned.git("branch", "-q", "-D", "more")
    assert not sees(app, learned.path), "the commit is still there, and not on this branch"
    assert app.workspace(learned.path).memories.lost() == ()
    gc(learned)
    learned.commit("go on")
    assert not sees(app, learned.path)
    assert [memory.content for memory in app.workspace(learned.path).memories.lost()] == [CLAIM]


def test_two_servers_agree_after_gc_on_what_one_of_them_saw_before(
    learned: Repo, app: App, open_home: Callable[..., App]
) -> None:
    learned.git("branch", "-q", "-D", "more")
    assert not sees(app, learned.path)
    gc(learned)
    assert sees(app, learned.path) is sees(open_home(), learned.path)
    lost = [[one.id for one in home.workspace(learned.path).memories.lost()] for home in (app, open_home())]
    assert lost[0] == lost[1] != []


def test_what_a_person_told_is_shown_on_every_branch_and_marked(repo: Repo, app: App) -> None:
    repo.commit("first", {"docs/queue.md": OLD})
    at = app.initialise(repo.path)
    repo.git("checkout", "-q", "-b", "more")
    commit = repo.commit("more room", {"docs/queue.md": NEW})
    at.documents.ingest(at.documents.view(), cause="test")
    at.memories.remember(
        RememberRequest(content=CLAIM, origin=Origin.PERSON, act=Act.TYPED, branch="more", commit=commit)
    )
    assert marks(at) == set()
    repo.git("checkout", "-q", "main")
    assert sees(app, repo.path)
    assert marks(at) == {"on more, not merged"}
    repo.git("branch", "-q", "-D", "more")
    gc(repo)
    assert marks(at) == {"its commit is not in this clone"}
    assert at.memories.lost() == ()


def test_an_agents_word_of_a_branch_says_so_until_the_branch_is_merged(repo: Repo, app: App) -> None:
    repo.commit("first", {"docs/queue.md": OLD})
    at = app.initialise(repo.path)
    repo.git("checkout", "-q", "-b", "more")
    commit = repo.commit("more room", {"docs/queue.md": NEW})
    at.memories.remember(RememberRequest(content="Parcels wobble on Tuesdays.", branch="more", commit=commit))
    assert marks(at) == set()
    repo.git("checkout", "-q", "main")
    assert marks(at) == {"on more, not merged"}
    repo.git("merge", "-q", "more")
    assert marks(at) == set()


def test_main_s_knowledge_is_not_shown_on_a_release_that_never_had_it(repo: Repo, app: App) -> None:
    repo.commit("first", {"docs/queue.md": OLD, "docs/door.md": "# Door\n\nThe door opens at nine.\n"})
    at = app.initialise(repo.path)
    repo.git("branch", "release")
    repo.commit("more room", {"docs/queue.md": NEW})
    at.documents.ingest(at.documents.view(), cause="test")
    for claim in (CLAIM, "The door opens at nine (docs/door.md:3)."):
        assert isinstance(at.memories.remember(RememberRequest(content=claim)), Stored)
    assert sees(app, repo.path)
    repo.git("checkout", "-q", "release")
    assert not sees(app, repo.path)
    assert len(at.memories.recent(5)) == 1, "the release has the door"
    repo.git("cherry-pick", "main")
    assert sees(app, repo.path)


def marks(at: Workspace) -> set[str]:
    return {memory.elsewhere for memory in at.memories.recent(5)} - {""}


def test_what_holds_for_the_base_branch_too_is_seen_everywhere(repo: Repo, app: App) -> None:
    repo.commit("first", {"docs/queue.md": OLD})
    at = app.initialise(repo.path)
    repo.git("checkout", "-q", "-b", "more")
    repo.commit("unrelated", {"docs/other.md": "# Other\n"})
    at.documents.ingest(at.documents.view(), cause="test")
    assert isinstance(
        at.memories.remember(RememberRequest(content="The queue holds ten parcels (docs/queue.md:3).")), Stored
    )
    repo.git("checkout", "-q", "main")
    assert at.memories.recent(5)
