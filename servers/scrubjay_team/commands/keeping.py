"""`scrubjay team backup` and `restore`: all that a server keeps in its database, as one file."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.model.later import Later
from scrubjay.storage.filesystem import private_folder
from scrubjay_team.commands.office import Office, office_of
from scrubjay_team.errors import TeamNotReady
from scrubjay_team.private import own_folder

if TYPE_CHECKING:
    from scrubjay_team.commands import opening
    from scrubjay_team.database import backup as archives
else:
    archives = Later("scrubjay_team.database.backup")
    opening = Later("scrubjay_team.commands.opening")


def backup(
    ctx: typer.Context,
    target: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A new file. Default: in backups/ of the server's data.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Back the server's database up to one new file, while it runs. Only a person may.

    The file holds what all members of all teams wrote: keep it as you keep the server. Of a PostgreSQL of your
    own, the command of its own program is printed.
    """
    office = office_of(ctx)
    file = _new_file(office, target)
    permit = office.permit(
        "back up a team's server", f"scrubjay team backup {quote(str(target)) if target else ''}".strip()
    )
    if not office.place.embedded:
        say(archives.dump_command(office.place.owner_dsn or office.place.dsn, file))
        return
    if not opening.is_set_up(office.place):
        raise TeamNotReady
    if target is None:
        private_folder(file.parent)
    with progress("backing up", "steps") as step:
        step(0, 1)
        made = archives.back_up(office.place.data, file, office.clock())
    office.record(permit, "back up team", str(made.path))
    if as_json:
        values = {"schema": made.backup.schema, "postgresql": made.backup.postgres, "at": made.backup.made_at}
        say_json({"file": str(made.path), "bytes": made.size, "without": list(made.without)} | values)
        return
    say(f"backed up: {made.path} ({made.size / 1e6:,.1f} MB)")
    for sentence in made.without:
        say(f"  {sentence}")
    say("  Restore it with `scrubjay team restore FILE`.")


def restore(
    ctx: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `scrubjay team backup` wrote.")],
    as_json: AsJson = False,
) -> None:
    """Restore a server's database from a backup, while no server runs; what is there is kept. Only a person may."""
    office = office_of(ctx)
    permit = office.permit("restore a team's server", f"scrubjay team restore {quote(str(source))}")
    file = Path.cwd() / source.expanduser()
    if not office.place.embedded:
        say(archives.load_command(office.place.owner_dsn or office.place.dsn, file))
        return
    confirm(permit, [f"{file} takes the place of what is in {office.place.data}, which is kept aside."], "Restore it?")
    with progress("restoring", "steps") as step:
        step(0, 1)
        done = archives.restore(own_folder(office.place.data), file)
    office.record(permit, "restore team", str(file))
    if as_json:
        say_json({"at": done.backup.made_at, "old": str(done.old or ""), "next": list(done.next)})
        return
    say(f"restored: the state of {done.backup.made_at}")
    if done.old is not None:
        say(f"  What was there before lies in {done.old}.")
    for sentence in done.next:
        warn(sentence)


def _new_file(office: Office, target: Path | None) -> Path:
    """Where a backup goes."""
    if target is not None:
        return Path.cwd() / target.expanduser()
    return office.place.data / "backups" / f"team-{office.clock():%Y-%m-%d-%H%M%S}.zip"
