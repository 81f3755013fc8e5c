"""Steps that keep a clone and its worktrees set up: identity, refused settings, skills, hooks of the client."""

from scrubjay.integrations import skills
from scrubjay.integrations.claude_code import hooks as session_hooks
from scrubjay.integrations.claude_code import servers as claude_code
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks.event import NEW_WORKTREE
from scrubjay.jobs.step import StepContext
from scrubjay.launching import running_launcher, start


def refused_settings(on: StepContext) -> None:
    """Record the settings that the repository's configuration may not set."""
    on.workspace.memories.archive.note_refused(on.workspace.refused, str(on.workspace.repository.worktree))


def root_commits(on: StepContext) -> None:
    """Record the project's root commits, and the clone's folder."""
    on.app.binder.secure(on.workspace.repository, on.workspace.project)
    on.app.registry.record_roots(on.workspace.repository, on.workspace.project)


def skill_links(on: StepContext) -> None:
    """Install the skills in a worktree that has none yet."""
    if on.workspace.settings.skills.auto_discover:
        receipt = Receipt.of(on.workspace.project.folder)
        skills.copy_to_worktree(
            on.workspace.git,
            on.workspace.repository,
            on.workspace.settings.skills.directory,
            receipt,
            new=on.job.cause == NEW_WORKTREE,
        )


def client_hooks(on: StepContext) -> None:
    """Install the client's hooks in a worktree that has none yet."""
    launch = claude_code.Launch(start(on.app.settings.home, running_launcher()), str(on.app.settings.home))
    receipt = Receipt.of(on.workspace.project.folder)
    session_hooks.copy_to_worktree(
        on.workspace.git, on.workspace.repository, launch, receipt, new=on.job.cause == NEW_WORKTREE
    )
