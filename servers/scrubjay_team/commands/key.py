"""`scrubjay team key`: the key that seals what the server keeps secret: which it is, what it opens, another one."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import complain, say, say_json, warn
from scrubjay.errors import UsageError
from scrubjay.extensions.kinds.keys import LONGEST_KEY
from scrubjay.model.counted import counted
from scrubjay.model.later import Later
from scrubjay.storage.own import read_own
from scrubjay_team.commands.office import Office, office_of
from scrubjay_team.commands.shown import as_object
from scrubjay_team.mirrors.api import KeyState, Sealer, key_provider, key_state

if TYPE_CHECKING:
    from scrubjay_team.mirrors import rotating
else:
    rotating = Later("scrubjay_team.mirrors.rotating")

app = application(no_args_is_help=True, help="The key of the server's secrets: show it by its id, rotate it.")


def state_of(office: Office) -> KeyState:
    """How the key of a server stands."""
    sealer = Sealer(office.place.data, key_provider(office.place, office.invocation.environment))
    with office.transaction() as connection:
        return key_state(connection, sealer)


@app.command()
def show(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Show the key's id, where it comes from, and what each key sealed; exit code 1 where something can't be opened."""
    state = state_of(office_of(ctx))
    if as_json:
        say_json(as_object(state))
    else:
        if state.warning:
            complain(state.warning)
        say(f"key: {state.id or 'none yet'}, {state.called}")
        for id, number in sorted(state.sealed.items()):
            say(f"  {counted(number, 'secret')} sealed by {id or 'a program that named no key'}")
    if state.locked:
        raise typer.Exit(1)


@app.command()
def rotate(
    ctx: typer.Context,
    from_file: Annotated[
        Path | None,
        typer.Option("--from-file", metavar="FILE", help="An old key, where the server's has been replaced already."),
    ] = None,
    lost: Annotated[
        bool, typer.Option("--lost", help="Give up what no key here opens: its credentials are to be given again.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Seal every secret anew: with a new key in the file, else with the one that variable, command or extension gives.

    A server that runs goes on. The old key of the file is kept beside it. Only a person may.
    """
    office = office_of(ctx)
    options = f"{f' --from-file {quote(str(from_file))}' if from_file else ''}{' --lost' if lost else ''}"
    permit = office.permit("rotate the key of the server's secrets", f"scrubjay team key rotate{options}")
    data, keys = office.place.data, key_provider(office.place, office.invocation.environment)
    state = state_of(office)
    if from_file is not None:
        text = read_own(Path.cwd() / from_file.expanduser(), "the old key", LONGEST_KEY)
        if text is None:
            raise UsageError(f"{from_file}, the old key, isn't there. Name a file that only you can read.")
        rotating.keep(data, text)
        state = state_of(office)
    lines = [f"{counted(sum(state.sealed.values()), 'secret')} will be sealed anew."]
    if lost and state.locked:
        lines.insert(0, f"{counted(state.locked, 'secret')} of {', '.join(state.repositories)} will be given up.")
    confirm(permit, lines, "Rotate the key?")
    with office.database() as owner:
        done = rotating.rotate(owner, data, keys, lost=lost)
    office.record(permit, "rotate key", f"{done.before or 'none'} to {done.id}")
    if as_json:
        say_json(as_object(done))
        return
    say(f"rotated: {counted(done.secrets, 'secret')} sealed by the key {done.id}")
    if done.kept:
        say(f"  The old key is kept in {done.kept}: as long as you keep backups from before. Back the new one up now.")
    for name in done.given_up:
        warn(f"{name} has no credential and its webhook another secret: `scrubjay team repository credential "
             f"{quote(name)} --credential-file FILE --webhook`.")  # fmt: skip
