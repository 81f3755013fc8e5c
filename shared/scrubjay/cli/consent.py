"""The question whether conversations may be kept, asked once at a terminal."""

from typing import TYPE_CHECKING

from scrubjay.cli.context import Invocation
from scrubjay.cli.output import can_ask, complain, say, warn
from scrubjay.errors import ConfigError
from scrubjay.git.process import Git
from scrubjay.identity.person.keys import agreed
from scrubjay.model.counted import counted
from scrubjay.session.conversations.claude_folder import claude_folder, project_transcripts
from scrubjay.settings.layers import USER_FILE
from scrubjay.settings.write import set_setting
from scrubjay.storage.filesystem import private_folder

if TYPE_CHECKING:
    from scrubjay.git.repository import Repository
    from scrubjay.settings.schema import Settings


def ask_for_conversations(invocation: Invocation, settings: "Settings", repository: "Repository") -> None:
    """Ask, unless the user has said so already or has no transcripts of this repository; keep either answer."""

    if "index" in settings.conversations.model_fields_set or not can_ask():
        return
    git = Git(repository.worktree, invocation.git)
    files, _ = project_transcripts(
        claude_folder(invocation.environment, invocation.account), (), (repository.common_dir,), git
    )
    if not files:
        return
    say(f"Claude Code has {counted(len(files), 'transcript')} of this repository. scrubjay can store and search them:")
    say(f"on this machine only, with secrets masked, for {counted(settings.conversations.retention_days, 'day')}.")
    store = agreed("Store conversations?", complain)
    private_folder(settings.home)
    try:
        set_setting(settings.home / USER_FILE, ("conversations", "index"), "true" if store else "false")
    except ConfigError as error:
        warn(str(error))
