"""Steps that keep a clone and its worktrees set up: identity, refused settings, skills, hooks of the client."""

from scrubjay.identity.projects.binding import keep_copies
from scrubjay.identity.projects.file import home_id, index_copies
from scrubjay.integrations import skills
from scrubjay.integrations.client_files.client import AGENT_SKILLS
from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import claude_code_hooks as session_hooks
from scrubjay.integrations.edits import Receipt
from scrubjay.integrations.git_hooks.event import NEW_WORKTREE
from scrubjay.integrations.launching.launcher import running_launcher, start
from scrubjay.operations.jobs.step import StepContext


def refused_settings(context: StepContext) -> None:
    """Record the settings that the repository's configuration may not set."""
    context.workspace.memory_archive.note_refused(context.workspace.refused, str(context.workspace.repository.worktree))


def root_commits(context: StepContext) -> None:
    """Record the project's root commits."""
    context.app.registry.record_roots(context.workspace.repository, context.workspace.project)


def copies_of_indexes(context: StepContext) -> None:
    """Make the folder of copies of the clone's indexes where an earlier version bound it."""
    common_dir, home = context.workspace.repository.common_dir, home_id(context.app.settings.home)
    if index_copies(common_dir, home).is_dir():
        return
    with context.app.registry.while_bound(context.job.worktree, context.job.project) as is_bound:
        if is_bound:
            keep_copies(common_dir, home)


def skill_links(context: StepContext) -> None:
    """Install the skills in a worktree that has none yet."""
    with context.app.registry.while_bound(context.job.worktree, context.job.project) as is_bound:
        if not (is_bound and context.workspace.settings.skills.auto_discover):
            return
        receipt = Receipt.of(context.workspace.project.folder)
        for directory in (context.workspace.settings.skills.directory, AGENT_SKILLS):
            skills.copy_to_worktree(
                context.workspace.git,
                context.workspace.repository,
                directory,
                receipt,
                new=context.job.cause == NEW_WORKTREE,
            )


def client_hooks(context: StepContext) -> None:
    """Install the client's hooks in a worktree that has none yet."""
    launch = Launch(start(context.app.settings.home, running_launcher()), str(context.app.settings.home))
    with context.app.registry.while_bound(context.job.worktree, context.job.project) as is_bound:
        if is_bound:
            receipt = Receipt.of(context.workspace.project.folder)
            session_hooks.copy_to_worktree(
                context.workspace.git,
                context.workspace.repository,
                launch,
                receipt,
                new=context.job.cause == NEW_WORKTREE,
            )
