"""A secret in a name of git is in no exit and in no byte of the home, and memory works there as anywhere."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scrubjay.app import App
from scrubjay.git.head import Head, head
from scrubjay.model.agent import AgentType
from scrubjay.session.tasks.task import TaskChange
from scrubjay_agents.services import AgentServices
from tests.behaviour import test_quarantine as quarantine
from tests.behaviour.homes import contents, home_of
from tests.behaviour.processes import command, scrubjay
from tests.behaviour.test_canaries import Canaries
from tests.conftest import Repo

pytestmark = pytest.mark.anyio

mine, opener = quarantine.mine, quarantine.opener
FOLDER = "worktree"


@pytest.fixture
def canary() -> Canaries:
    return Canaries()


@pytest.fixture
def repo(make_repo: Callable[..., Repo], canary: Canaries) -> Repo:
    """A repository in which everything that has a name has a token in it."""
    repo = make_repo(f"shop-{canary(FOLDER)}")
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed.\n", "docs/adr/0001-x.md": "# 1. X\n"})
    repo.git("remote", "add", "origin", f"https://ada:{canary('remote')}@forge.example/{canary('owner')}/shop.git")
    repo.git("update-ref", f"refs/remotes/origin/{canary('upstream')}", "HEAD")
    repo.git("switch", "-q", "-c", f"fix/{canary('branch')}")
    repo.git("branch", "-q", f"--set-upstream-to=origin/{canary('upstream')}")
    repo.git("config", "user.name", f"Ada {canary('author')}")
    repo.git("config", "user.email", f"{canary('address')}@example.org")
    repo.commit(
        f"Weigh parcels\n\nCo-authored-by: Bob {canary('co-author')} <bob@example.org>",
        {f"docs/{canary('moved')}.md": "# Scales\n\nThe gate has scales.\n", "docs/guide.md": "# Guide\n\nTwice.\n"},
    )
    repo.git("mv", f"docs/{canary('moved')}.md", f"docs/{canary('renamed')}.md")
    repo.commit("Move the scales")
    repo.git("tag", f"v1-{canary('tag')}")
    repo.git("branch", "-q", f"gone/{canary('other branch')}")
    repo.write("docs/guide.md", "# Guide\n\nParcels are weighed twice.\n")
    repo.write(f"{canary('untracked folder')}/{canary('untracked')}.md", "# New\n")
    repo.git("add", "-N", ".")
    return repo


def found(canary: Canaries, home: Path) -> set[str]:
    """The ways whose token is in the home, but for where a worktree is: it has to be opened again."""
    return set(canary.found(home)) - {FOLDER}


async def test_no_exit_and_no_byte_of_the_home_has_a_secret_of_a_name(
    opener: Any, mine: dict[str, str], repo: Repo, clock: Any, capsys: Any, tmp_path: Path, canary: Canaries
) -> None:
    with opener() as app:
        ids = quarantine.poison(app.initialise(repo.path), tmp_path, quarantine.CODEX)
    told = await quarantine.Exits(opener, mine, repo, clock, capsys).ask(ids)
    leaks = [f"{exit}: {way}" for exit, text in told.items() for way, token in canary.made.items() if token in text]
    assert leaks == []
    assert "fix/[redacted-" in told["tool session_init"]
    assert "not in this clone" not in told["command handoff show"]
    assert found(canary, Path(mine["SCRUBJAY_HOME"])) == set()


def test_what_is_remembered_on_such_a_branch_is_found_there_and_its_own_secret_refused(
    shop: Repo, canary: Canaries
) -> None:
    scrubjay(shop, "remember", "The gadget is at port 3.")
    assert "The gadget is at port 3." in scrubjay(shop, "search", "gadget port")
    assert "on fix/[redacted-" in scrubjay(
        shop, "provenance", next(iter(contents(next(home_of(shop).glob("projects/*/knowledge.db")))))
    )
    refused = command(shop, "remember", f"The gadget's token is {canary('claim')}.")
    assert "holds a secret" in refused.stdout + refused.stderr
    assert found(canary, home_of(shop)) == set()


def test_two_such_branches_are_two_tasks_that_come_and_go_as_any_branch_does(
    app: App, repo: Repo, canary: Canaries
) -> None:
    repo.commit("first", {"README.md": "# Shop\n"})
    tasks = app.initialise(repo.path).tasks
    first, second, renamed = (f"fix/{canary(name)}" for name in ("first", "second", "renamed"))

    def stand(*words: str) -> Head:
        repo.git(*words)
        return head(app.workspace(repo.path).git)

    def task(at: Head) -> str:
        found = tasks.get(at.branch, at.commit)
        return found.task if found else ""

    begun = stand("switch", "-q", "-c", first)
    tasks.set(begun.branch, begun.commit, TaskChange("Weigh parcels"))
    other = stand("switch", "-q", "-c", second, "main")
    assert other.branch != begun.branch
    tasks.set(other.branch, other.commit, TaskChange("Paint the gate"))
    assert task(stand("switch", "-q", first)) == "Weigh parcels"
    assert task(stand("switch", "-q", second)) == "Paint the gate"
    assert task(stand("branch", "-q", "-m", second, renamed)) == "Paint the gate"
    assert task(stand("switch", "-q", "-c", f"fix/{canary('copy')}")) == "Paint the gate"
    painted = stand("switch", "-q", renamed)
    repo.commit("Paint it", {"gate.md": "# Gate\n"})
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", renamed)
    at = app.workspace(repo.path)
    at.merged_tasks.sweep()
    archived = at.merged_tasks.latest(painted.branch)
    assert archived is not None
    assert archived.task.task == "Paint the gate"
    left = AgentServices.of(at).handoffs.initiate(
        at.callers.of_type(AgentType.CODEX, "s1"), f"branch:{renamed}", {"task_description": "Paint the door"}
    )
    assert left.target == f"branch:{painted.branch}"
    assert found(canary, app.settings.home) == set()
