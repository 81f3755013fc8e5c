"""A worker sets a new worktree up while its clone is bound, and never again what was taken back."""

from pathlib import Path

import pytest

from scrubjay.git.repository import open_repository
from scrubjay.integrations import skills
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks.event import NEW_WORKTREE
from scrubjay.operations.jobs.setup import client_hooks, skill_links
from scrubjay.operations.jobs.step import StepContext
from scrubjay.storage.queue.job import Job
from tests.conftest import Repo

from .conftest import opened

SKILLS = ".claude/skills"


@pytest.mark.parametrize("is_left", [False, True])
def test_a_worktree_is_set_up_only_while_its_clone_is_bound(project: Repo, tmp_path: Path, is_left: bool) -> None:
    tree = tmp_path / "tree"
    project.git("worktree", "add", "-q", "-b", "more", str(tree))
    with opened(project.environment) as app:
        main, at = app.workspace(project.path), app.workspace(tree)
        skills.install(main.git, main.repository, SKILLS, Receipt.of(main.project.folder))
        job = Job(
            id=1, project=at.project.id, worktree=tree, kind="ingest", cause=NEW_WORKTREE, running=1, attempts=0,
            enqueued_at="",
        )  # fmt: skip
        context = StepContext(job, at, app, None, lambda: False, print)
        if is_left:
            app.binder.release(open_repository(project.path, main.git.environment), main.project)
        skill_links(context)
        client_hooks(context)
    assert (tree / SKILLS).exists() is not is_left
