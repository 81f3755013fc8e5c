"""`scrubjay backup`: keeps the whole home in one file, checks such a file, and restores it."""

import shutil
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import Invocation, invoked, open_home
from scrubjay.cli.files import Force, chosen
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, warn
from scrubjay.cli.programs import caller
from scrubjay.cli.progress import progress
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt, apply
from scrubjay.integrations.hook_files.launcher import ASKED_FOR, plan_launcher
from scrubjay.integrations.launching import record as launchers
from scrubjay.integrations.launching.launcher import running_launcher
from scrubjay.model.counted import counted
from scrubjay.operations.backup import check as examine
from scrubjay.operations.backup import create, unpack
from scrubjay.operations.backup import restore as put_back
from scrubjay.operations.backup.restore import has_content, open_databases

if TYPE_CHECKING:
    from scrubjay.operations.backup import Manifest


def make_starters(invocation: Invocation, previous: Path | None) -> tuple[str, ...]:
    """Write the guard and the script of the clients' hooks where a project uses them; returns its clients' titles.

    `previous` is the home that was there before: what its set-up created since the backup is known again, too. Raises
    ScrubjayError, OSError.
    """
    home = invocation.settings.home
    receipts = []
    for folder in sorted((home / "projects").glob("*")):
        receipts.append(Receipt.of(folder))
        if previous:
            receipts[-1].add(*Receipt.of(previous / "projects" / folder.name).names(""))
    used = [receipt for receipt in receipts if receipt.names(launchers.NOTE)]
    if used:
        launchers.write_launcher(launchers.plan(home, running_launcher(), invocation.git), used[0])
    asking = [receipt for receipt in receipts if receipt.names(ASKED_FOR)]
    if asking:
        apply(plan_launcher(home, caller(home).start), asking[0])
    return tuple(client.title for client in CLIENTS.values() if any(map(client.is_set_up, receipts)))


KEPT = 10
"""Backups that stay in the home's own folder; those elsewhere are the user's."""


class _Making(TyperGroup):
    """The command group `scrubjay backup`: with no command named it makes a backup; only `restore` is one."""

    usual = "make"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read "make" where the line names no command of the group."""
        named = args[:1] and (args[0] in self.commands or args[0] == "--help")
        return super().parse_args(ctx, args if named else [self.usual, *args])


app = application(
    cls=_Making,
    help="Back up the whole home to one file: `scrubjay backup [DIR|FILE]`; the folder must exist. "
    "`scrubjay backup --check FILE` reads a backup completely and checks every hash.",
)


@app.command()
def make(
    ctx: typer.Context,
    target: Annotated[
        Path | None,
        typer.Argument(metavar="[DIR|FILE]", help="Folder or file to write. Default: backups/ in the home."),
    ] = None,
    check: Annotated[
        Path | None, typer.Option("--check", metavar="FILE", help="Check a backup instead of making one.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Back up the whole home to one file: all projects and your own memories, consistent while others write.

    `scrubjay backup [DIR|FILE]` is enough; `scrubjay backup --check FILE` reads a backup and checks every hash.
    """
    if check and target:
        raise UsageError("Give either a target for a new backup or --check FILE.")
    home = invoked(ctx).settings.home
    now = datetime.now(UTC)
    if check:
        file = Path.cwd() / check.expanduser()
        with progress("checking", "files") as step:
            manifest = examine(file, step)
    else:
        file = _file_to_write(home, target, now, force=force)
        with progress("copying", "files") as step:
            manifest = create(home, file, now, step)
    if as_json:
        say_json(_as_object(file, manifest))
        return
    did = "intact" if check else "backed up"
    say(f"{did}: {_summary(manifest)}")
    say(f"  {file} ({file.stat().st_size / 1e6:.1f} MB)")
    if not check:
        if target is None:
            _drop_older(file.parent)
            say("  It is on the same disk as the home; `scrubjay backup DIR` writes it elsewhere.")
        say("  Restore it with `scrubjay backup restore FILE`.")


@app.command()
def restore(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="Backup file that `scrubjay backup` wrote.")],
    as_json: AsJson = False,
) -> None:
    """Restore the home from a backup, after checking all of it. The old home is kept. Only a person may do this."""
    invocation = invoked(ctx)
    permit = permitted(invocation, "restore a backup", f"scrubjay backup restore {file}")
    home = invocation.settings.home
    with progress("checking", "files") as step:
        staging, manifest = unpack(Path.cwd() / file.expanduser(), home, step)
    try:
        if has_content(home):
            used = open_databases(home)
            if used:
                warn(f"Clients have {counted(len(used), 'database')} open. Close them, or restart them afterwards.")
            warning = f"This replaces {home} by the backup of {manifest.moment}. The present home is kept."
            confirm(permit, [warning], "Continue?")
        done = put_back(staging, manifest, home, datetime.now(UTC))
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    with open_home(invocation) as app:
        record(app, permit, "restore backup", manifest.moment)
    clients: tuple[str, ...] = ()
    try:
        clients = make_starters(invocation, done.previous_home)
    except ScrubjayError as error:
        warn(f"{error} Until then no hook of a client starts anything; then run `scrubjay init` in each clone.")
    if as_json:
        say_json(_as_object(home, manifest) | {"aside": str(done.previous_home or "")})
        return
    say(f"restored: {_summary(manifest)}")
    if done.previous_home:
        say(f"  The previous home is in {done.previous_home}; delete it when you don't need it.")
    say(f"  Newer commits are indexed with the next search. Restart what runs: {', '.join(clients) or 'your clients'}.")


def _file_to_write(home: Path, target: Path | None, now: datetime, *, force: bool) -> Path:
    """The file to write: the one that is named, else a new one in the folder that is named or usual."""
    folder = home / "backups" if target is None else Path.cwd() / target.expanduser()
    if target is not None and not folder.is_dir():
        return chosen(folder, force=force).path
    name = f"scrubjay-{now:%Y%m%dT%H%M%SZ}"
    names = (f"{name}{f'.{number}' if number else ''}.tar.gz" for number in count())
    return next(folder / candidate for candidate in names if not (folder / candidate).exists())


def _drop_older(folder: Path) -> None:
    """Delete all but the newest of the home's own backups, and say which go."""
    for old in sorted(folder.glob("scrubjay-*.tar.gz"))[:-KEPT]:
        old.unlink(missing_ok=True)
        say(f"  deleted {old.name}: only the newest {KEPT} are kept")


def _summary(manifest: "Manifest") -> str:
    projects = len({entry.path.split("/")[1] for entry in manifest.files if entry.path.startswith("projects/")})
    size = sum(entry.bytes for entry in manifest.files) / 1e6
    contents = f"{counted(projects, 'project')}, {counted(len(manifest.files), 'file')}"
    return f"{contents}, {size:.1f} MB, as of {manifest.moment}"


def _as_object(file: Path, manifest: "Manifest") -> dict[str, Any]:
    return {"ok": True, "file": str(file), **asdict(manifest)}
