"""`scrubjay import transcripts` and `import conversations`: what was said in sessions."""

from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.cli.context import Invocation
from scrubjay.cli.output import say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import NotAllowed, UsageError
from scrubjay.identity.person.facts import Actor, classify_actor
from scrubjay.model.counted import counted
from scrubjay.session.conversations.transcripts import claude_folder, project_transcripts

if TYPE_CHECKING:
    from scrubjay.app import App, Workspace
    from scrubjay.session.conversations.model import ImportReport

OFF = "conversations.index is off, so later sessions are imported only by this command"


def import_transcripts(
    home: "App", workspace: "Workspace", invocation: Invocation, *, dry_run: bool, as_json: bool
) -> None:
    """Take what is new in Claude Code's transcripts of this repository. Raises NotAllowed."""
    enabled = workspace.settings.conversations.index
    if not enabled and not dry_run and classify_actor(invocation.facts) is Actor.AGENT:
        raise NotAllowed(
            "Only the user may decide to store conversations: they set `conversations: {index: true}` "
            f"in {workspace.settings.home}/config.yaml, or run `scrubjay import transcripts` at a terminal."
        )
    files, places = project_transcripts(
        claude_folder(invocation.environment, invocation.account),
        home.registry.clones(workspace.project),
        (*workspace.project.clones, workspace.repository.common_dir),
        workspace.git,
    )
    with progress("reading transcripts", "bytes") as step:
        reading = workspace.conversations.import_transcripts(files, places.contains, dry_run=dry_run, progress=step)
    _print_report(workspace, reading, len(files), "transcript", dry_run=dry_run, as_json=as_json)
    if not enabled and not as_json:
        warn(OFF)


def import_conversations(workspace: "Workspace", file: Path | None, *, dry_run: bool, as_json: bool) -> None:
    """Take conversations from a file of JSON lines. Raises UsageError."""
    if file is None:
        raise UsageError(
            "Give a file: `scrubjay import conversations FILE`, JSON lines with session, turn, role, time, text."
        )
    with progress("reading conversations", "bytes") as step:
        reading = workspace.conversations.import_file(file, dry_run=dry_run, progress=step)
    _print_report(workspace, reading, 1, "file", dry_run=dry_run, as_json=as_json)
    if reading.unreadable and not reading.turns + reading.existing:
        raise UsageError(f"{file} contains no turn. Each line needs at least session and text.")


def _print_report(
    workspace: "Workspace", reading: "ImportReport", files: int, unit: str, *, dry_run: bool, as_json: bool
) -> None:
    if reading.turns and not dry_run:
        workspace.enqueue("import")
    days = counted(workspace.settings.conversations.retention_days, "day")
    left_out = {
        "unreadable": ("unreadable line", ""),
        "elsewhere": ("turn", "of other projects"),
        "old": (
            "turn",
            f"older than {days} (conversations.retention_days)",
        ),
        "own": ("answer", "of scrubjay itself"),
        "forgotten": ("turn", "of forgotten sessions"),
    }
    if as_json:
        say_json({
            "files": files, "dry_run": dry_run, "sessions": reading.sessions, "turns": reading.turns,
            "known": reading.existing, "masked": reading.masked,
            **{name: getattr(reading, name) for name in left_out},
        })  # fmt: skip
        return
    new = (
        f"{counted(reading.turns, 'turn')} would be imported"
        if dry_run
        else f"{counted(reading.turns, 'turn')} in {counted(reading.sessions, 'new session')}"
    )
    masked = f", {counted(reading.masked, 'line')} masked" if reading.masked else ""
    say(f"{counted(files, unit)}: {new}, {reading.existing:,} known before{masked}")
    for name, (noun, why) in left_out.items():
        if count := getattr(reading, name):
            say(f"skipped: {counted(count, noun)} {why}".rstrip())
    if dry_run:
        say("nothing was written")
