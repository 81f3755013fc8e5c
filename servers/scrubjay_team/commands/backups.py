"""`scrubjay team backup` and `restore`: one file of the server's database, brought back or tried as a drill."""

from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Final

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import complain, say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.extensions.kinds.keys import KeyProvider
from scrubjay.model.counted import counted
from scrubjay.model.later import Later
from scrubjay.storage.filesystem import private_folder
from scrubjay_team.commands.key import state_of
from scrubjay_team.commands.office import Office, office_of
from scrubjay_team.commands.shown import as_object
from scrubjay_team.errors import TeamNotReady
from scrubjay_team.mirrors.api import key_provider
from scrubjay_team.private import own_folder

if TYPE_CHECKING:
    from scrubjay_team.commands import drilling, opening
    from scrubjay_team.database import archive
    from scrubjay_team.database import backup as databases
    from scrubjay_team.database.archive import TeamBackup
else:
    archive = Later("scrubjay_team.database.archive")
    databases = Later("scrubjay_team.database.backup")
    drilling = Later("scrubjay_team.commands.drilling")
    opening = Later("scrubjay_team.commands.opening")

SEALED: Final = "scrubjay.mirror_source"
"""The table of what the key seals."""

AS_ADMINISTRATOR: Final = "An administrator of the database runs it: put that role's name in the place of postgres."


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
    place = office.place
    file = _new_file(office, target)
    permit = office.permit(
        "back up a team's server", f"scrubjay team backup {quote(str(target)) if target else ''}".strip()
    )
    if not place.embedded:
        say(databases.dump_command(place.owner_dsn or place.dsn, file))
        warn(AS_ADMINISTRATOR)
        return
    if not opening.is_set_up(place):
        raise TeamNotReady
    state = state_of(office)
    if state.warning:
        complain(state.warning)
    if target is None:
        private_folder(file.parent)
    with progress("backing up", "steps") as step:
        step(0, 1)
        settings = place.section.model_dump(mode="json", exclude_defaults=True)
        made = databases.back_up(place.data, file, office.clock(), settings)
    office.record(permit, "back up team", str(made.path))
    without = (
        "It doesn't hold the mirrors: a server that it is restored to fetches and indexes them again.",
        f"It doesn't hold the key {state.id or 'of the server'}, which opens credentials: keep {state.called}, too.",
    )
    if as_json:
        values = {"schema": made.backup.schema, "postgresql": made.backup.postgres, "at": made.backup.made_at}
        say_json({"file": str(made.path), "bytes": made.size, "without": list(without)} | values)
        return
    say(f"backed up: {made.path} ({made.size / 1e6:,.1f} MB)")
    for sentence in without:
        say(f"  {sentence}")
    say("  Try it with `scrubjay team restore FILE --drill`; restore it with `scrubjay team restore FILE`.")


def restore(
    ctx: typer.Context,
    source: Annotated[
        Path, typer.Argument(metavar="FILE", help="Of `scrubjay team backup`, or of `pg_dump --format=custom`.")
    ],
    drill: Annotated[
        bool,
        typer.Option("--drill", help="Try it: restore it beside the server, check it, throw it away."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Restore a server's database from a backup, while no server runs; what is there is kept. Only a person may.

    With --drill nothing is changed and the server may run: rows, audit and key are checked, and the time is told.
    """
    office = office_of(ctx)
    place = office.place
    line = f"scrubjay team restore {quote(str(source))}{' --drill' if drill else ''}"
    permit = office.permit("restore a team's server", line)
    file = Path.cwd() / source.expanduser()
    if drill:
        _drill(office, file, as_json=as_json)
        return
    if not place.embedded:
        say(databases.load_command(place.owner_dsn or place.dsn, file))
        warn(AS_ADMINISTRATOR)
        return
    with archive.opened_archive(file) as (said, _):
        locked = _locked(office, said)
    lines = [f"{file} takes the place of what is in {place.data}, which is kept aside."]
    confirm(permit, [*locked, *lines], "Restore it?")
    with progress("restoring", "steps") as step:
        step(0, 1)
        done = databases.restore(own_folder(place.data), file)
    office.record(permit, "restore team", str(file))
    then = (*locked, *_next(office, done.backup, source))
    if as_json:
        say_json({"at": done.backup.made_at, "old": str(done.old or ""), "next": list(then)})
        return
    say(f"restored: the state of {done.backup.made_at or 'the dump'}")
    if done.old is not None:
        say(f"  What was there before lies in {done.old}.")
    for sentence in then:
        warn(sentence)


def _drill(office: Office, file: Path, *, as_json: bool) -> None:
    """Try a restore. Raises Exit 1 where there is a problem."""
    with progress("restoring beside the server", "steps") as step:
        step(0, 1)
        done = drilling.drill(own_folder(office.place.data), file, _keys(office))
    if as_json:
        say_json({"file": str(file), "ok": not done.problems} | as_object(done))
    else:
        for sentence in done.problems:
            complain(sentence)
        say(f"{'problems' if done.problems else 'ok'}: {file} was restored in {done.seconds:,.1f} s, and thrown away")
        say(f"  state: {done.made_at or 'not said by a dump of pg_dump'}")
        say(f"  rows: {done.rows:,} in {counted(done.tables, 'table')}")
        say(f"  audit: {counted(done.links, 'link')} hold; key: it opens {counted(done.secrets, 'secret')}")
    if done.problems:
        raise typer.Exit(1)


def _keys(office: Office) -> KeyProvider:
    return key_provider(office.place, office.invocation.environment)


def _locked(office: Office, backup: "TeamBackup") -> tuple[str, ...]:
    """What is said, before anything else, of a key that isn't here and that a backup needs."""
    keys, sealed = _keys(office), backup.rows.get(SEALED, 1)
    if not sealed or keys.key() is not None:
        return ()
    return (
        f"The key isn't here: {keys.called}. The credentials of repositories stay sealed until the old server's key is "
        "back there, and nothing else opens them.",
    )


def _next(office: Office, backup: "TeamBackup", source: Path) -> Iterator[str]:
    """What is to do after a restore."""
    yield (
        f"Who left and which tokens were revoked after {backup.made_at or 'the dump'} are in again. End them again: "
        "`scrubjay team member list`, `scrubjay team token list`."
    )
    ours = office.place.section.model_dump(mode="json", exclude_defaults=True)
    if other := sorted(name for name in {*backup.settings, *ours} if backup.settings.get(name) != ours.get(name)):
        yield (
            f"The server had other settings in `team:` of its config.yaml: {', '.join(other)}. They are in the backup: "
            f"`unzip -p {quote(str(source))} {archive.MANIFEST}`."
        )
    yield "`scrubjay serve team` fetches and indexes the mirrors again."


def _new_file(office: Office, target: Path | None) -> Path:
    """Where a backup goes."""
    if target is not None:
        return Path.cwd() / target.expanduser()
    return office.place.data / "backups" / f"team-{office.clock():%Y-%m-%d-%H%M%S}.zip"
