"""Problems of the set-up that a briefing tells an agent: missing git hooks, and what didn't start. A line each."""

from pathlib import Path

from scrubjay.app import Workspace
from scrubjay.errors import ScrubjayError
from scrubjay.identity.projects.file import home_id
from scrubjay.integrations.edits import Receipt, content
from scrubjay.integrations.git_hooks.install import status
from scrubjay.integrations.git_hooks.stub import EVENTS, LEGACY_SUFFIX, HookCommand, hook_file, installed_block
from scrubjay.integrations.launching import FOLDER, REFUSED
from scrubjay.integrations.launching.check import forget_refusals, refusals
from scrubjay.integrations.launching.launcher import running_launcher, start
from scrubjay.integrations.launching.record import NOTE
from scrubjay.storage.files import FileMarks, Looks

_QUIET: dict[Path, tuple[Path, FileMarks]] = {}
"""The files of each folder of hooks of which nothing was to be told, with the home whose hooks were looked for."""


def take_notices(workspace: "Workspace") -> tuple[str, ...]:
    """The lines to tell a user in a worktree: hooks that are gone, and what didn't start, which is told once."""
    home = workspace.settings.home
    refused: tuple[str, ...] = ()
    if any((home / FOLDER).glob(f"*{REFUSED}")):
        refused = refusals(home)
    if refused:
        forget_refusals(home)
    try:
        return (*_missing_hooks(workspace), *refused)
    except (ScrubjayError, OSError):
        return refused  # the briefing is worth more


def _missing_hooks(workspace: "Workspace") -> tuple[str, ...]:
    """Which git hooks `init` set up here and are gone; git is asked only where one isn't in the clone's own folder."""
    home, folder = workspace.settings.home, workspace.repository.common_dir / "hooks"
    files = [folder / f"{event}{end}" for event in EVENTS for end in ("", LEGACY_SUFFIX)]
    quiet = _QUIET.get(folder)
    if quiet is not None and quiet[0] == home and quiet[1].stand():
        return ()
    looks, paths = Looks(), [str(file) for file in (workspace.project.folder / "receipt.json", *files)]
    marks = FileMarks.vouching(paths, looks) or FileMarks.of(paths, looks)
    caller = HookCommand(start(home, running_launcher()), home, home_id(home))
    texts = (content(hook_file(folder, event, caller.owner)) or b"" for event in EVENTS)
    if all(installed_block(text, caller.owner) for text in texts) or not Receipt.of(workspace.project.folder).names(
        NOTE
    ):
        if marks.settled(looks):
            _QUIET[folder] = (home, marks)
        return ()
    states = status(workspace.git, workspace.repository, caller)
    gone = [state.event for state in states if state.state == "absent"]
    return (
        (
            f"Git hooks are missing ({', '.join(gone)}): a commit is read by the next search or session only. "
            "`scrubjay hooks install` puts them back.",
        )
        if gone
        else ()
    )
