"""`scrubjay sync`: a person's own memories on all their machines, through a private git remote."""

import socket
import sys
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from scrubjay.app import App, Workspace
from scrubjay.cli.acts import ask_hidden, confirm, permitted, record
from scrubjay.cli.context import Invocation, invoked, open_home
from scrubjay.cli.lazy import application
from scrubjay.cli.offered import require_extra
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import complain, say, say_json, table
from scrubjay.cli.progress import progress
from scrubjay.errors import NoSyncKey, ScrubjayError, UsageError
from scrubjay.identity.person.permit import Permit
from scrubjay.model.counted import counted
from scrubjay_exchange.commands.sync_report import forget_machine, report_as_object, say_report, say_rivals
from scrubjay_exchange.syncing import state
from scrubjay_exchange.syncing.key_file import KeyFile
from scrubjay_exchange.syncing.keys import SyncKey
from scrubjay_exchange.syncing.remote import checked_machine, checked_remote, machine_name
from scrubjay_exchange.syncing.state import KEY, SyncPlace
from scrubjay_exchange.syncing.synchroniser import Synchroniser


class _Syncing(TyperGroup):
    """`scrubjay sync [REMOTE]` syncs; only `status`, `key` and `forget-machine` are words of their own."""

    usual = "now"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command "now" before arguments that don't begin with a command of the group."""
        named = args[:1] and (args[0] in self.commands or args[0] == "--help")
        return super().parse_args(ctx, args if named else [self.usual, *args])


app = application(
    cls=_Syncing,
    help="Sync your own memories between your machines: `scrubjay sync REMOTE` the first time, then `scrubjay sync`. "
    "REMOTE is a private git repository: an ssh or https address, or a folder. Only a person may do this.",
)

app.command(name="forget-machine")(forget_machine)

Remote = Annotated[
    str, typer.Argument(metavar="[REMOTE]", help="A private git repository. Default: the one of the last sync.")
]


@app.command()
def now(
    ctx: typer.Context,
    remote: Remote = "",
    machine: Annotated[
        str,
        typer.Option("--machine", metavar="NAME", help="What this machine is called there. Default: its host name."),
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read and verify, and change nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Sync your own memories with your other machines: those of scope user, not those of projects.

    They leave encrypted and signed. What was forgotten on one machine is forgotten on all.
    """
    require_extra("sync", "Sync")
    invocation = invoked(ctx)
    permit = permitted(invocation, "sync your memories", f"scrubjay sync {remote}".strip())
    with open_home(invocation) as home:
        workspace = _workspace(home, invocation)
        service = _service(home)
        place, first = _sync_place(service, invocation, remote, machine)
        file = _key_file(home)
        if not file.exists() and service.shows_machines(place.remote):
            raise NoSyncKey(
                f"{place.remote[:100]} has memories of other machines, and this home has no key to read them. "
                "On one of those run `scrubjay sync key --show`, here `scrubjay sync key --import -`, then sync again."
            )
        if first and not dry_run:
            _ask(permit, place)
        key = _key(file, keep=not dry_run)
        with progress("syncing", "memories") as step:
            report = service.sync(place, key, dry_run=dry_run, report=lambda _, done, total: step(done, total))
        if not dry_run:
            record(home, permit, "sync", place.remote)
            if workspace and (report.new or report.changed):
                workspace.enqueue("sync")
    if as_json:
        say_json(report_as_object(report))
    else:
        say_report(report)
    if not report.complete:
        raise typer.Exit(1)


@app.command()
def status(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Show where this home syncs, which machines it knows, and what two of them changed at once. Uses no network."""
    with open_home(invoked(ctx)) as home:
        database, has_key = home.user_database(), (home.settings.home / KEY).is_file()
        place, machines = database.read(state.sync_place), database.read(state.machines)
        when, conflicts = database.read(state.times), database.read(state.conflicts)
        rivals = database.read(state.rivals)
        waiting = sum(memory.moved for memory in database.read(state.travelling_memories)) if place else 0
    rows = [
        {"name": name, "segment": one.sequence, "at": when[name], "gone": one.gone} for name, one in machines.items()
    ]
    if as_json:
        say_json({
            "remote": place.remote if place else "", "machine": place.machine if place else "", "key": has_key,
            "waiting": waiting, "machines": rows, "conflicts": conflicts,
            "rivals": [asdict(one) for one in rivals],
        })  # fmt: skip
        return
    if place is None:
        say("never synced; `scrubjay sync REMOTE` begins")
        return
    say(f"syncs with {place.remote} as {place.machine}; {counted(waiting, 'memory')} changed here since")
    if not has_key:
        say("  no key here: `scrubjay sync key --import -` reads the one of another machine")
    if rows:
        names = [f"{row['name']} (gone)" if row["gone"] else str(row["name"]) for row in rows]
        segments = [(name, str(r["segment"]), str(r["at"])) for name, r in zip(names, rows, strict=True)]
        table(("machine", "segment", "merged"), segments)
    for one in conflicts:
        say(f"{one['memory'][:12]}: {one['here']} here, {one['there']} on {one['machine']}; {one['holds']} holds")
    say_rivals(rivals)


@app.command()
def key(
    ctx: typer.Context,
    show: Annotated[bool, typer.Option("--show", help="Print the key, to move it to another machine by hand.")] = False,
    import_: Annotated[
        Path | None, typer.Option("--import", metavar="FILE", help="Keep the key in FILE; - reads standard input.")
    ] = None,
    passphrase: Annotated[
        bool,
        typer.Option("--passphrase", help="Ask for a passphrase, which each sync then takes and 3 s; empty: none."),
    ] = False,
) -> None:
    """Show the fingerprint of the sync key; or print, import or lock the key. Only a person may do this.

    Whoever has the key reads your memories and can write in your name: move it by a way that you trust.
    """
    require_extra("sync", "The sync key")
    invocation = invoked(ctx)
    permit = permitted(invocation, "use the sync key", "scrubjay sync key")
    with open_home(invocation) as home:
        file = _key_file(home)
        if import_ is not None:
            text = sys.stdin.read(10_000) if str(import_) == "-" else _key_text(Path.cwd() / import_.expanduser())
            given = file.given(text)
            file.write(given, _new_passphrase() if passphrase else "")
            record(home, permit, "import sync key", given.fingerprint)
            say(f"kept; fingerprint {given.fingerprint}")
            return
        held = file.read()
        if passphrase:
            file.write(held, _new_passphrase(), replace=True)
            record(home, permit, "lock sync key", held.fingerprint)
        if show:
            record(home, permit, "show sync key", held.fingerprint)
            say(held.text().rstrip())
        else:
            say(f"fingerprint {held.fingerprint}")


def _service(home: "App") -> "Synchroniser":
    """The synchroniser of a home."""
    from scrubjay_exchange.syncing.synchroniser import synchroniser_of

    return synchroniser_of(home.user_database, home.settings.home, home.git_environment, home.clock)


def _workspace(home: "App", invocation: Invocation) -> "Workspace | None":
    """The project of the present folder, whose worker makes what arrived searchable by meaning; else None."""
    with suppress(ScrubjayError):
        return home.workspace(invocation.folder)
    return None


def _sync_place(service: "Synchroniser", invocation: Invocation, remote: str, machine: str) -> tuple[SyncPlace, bool]:
    """Where to sync, and whether that is new."""
    before = service.place()
    if not remote and before is None:
        raise UsageError("Give the private git repository to sync with: `scrubjay sync REMOTE`.")
    if remote and (folder := invocation.folder / Path(remote).expanduser()).is_dir():
        remote = str(folder.resolve())
    named = machine or (before.machine if before else machine_name(socket.gethostname()))
    chosen = SyncPlace(checked_remote(remote or (before.remote if before else "")), checked_machine(named))
    return chosen, before is None or chosen != before


def _ask(permit: "Permit", place: SyncPlace) -> None:
    """Ask a person whether to sync with a place. Raises what `confirm` raises on a no."""
    lines = [
        f"Your own memories, those of scope user, go to {place.remote}, encrypted and signed, as {place.machine}.",
        "Memories of projects stay here. The host sees when you sync and how much.",
    ]
    confirm(permit, lines, "Sync with it?")


def _key_file(home: "App") -> "KeyFile":
    """The file of a home's sync key, which asks for its passphrase on the terminal."""
    from scrubjay_exchange.syncing.key_file import KeyFile

    return KeyFile(home.settings.home, lambda: ask_hidden("Passphrase of the sync key"))


def _key(file: "KeyFile", *, keep: bool) -> "SyncKey":
    """The sync key of this home; where there is none a new one is made, and stored if `keep`."""
    if file.exists():
        return file.read()
    made = file.new()
    if keep:
        file.write(made)
        complain(f"made a sync key, fingerprint {made.fingerprint}; `scrubjay sync key --show` moves it to a machine")
    return made


def _new_passphrase() -> str:
    """Ask for a new passphrase on the terminal; empty for none."""
    while (typed := ask_hidden("New passphrase, empty for none")) != ask_hidden("Repeat for confirmation"):
        complain("The two differ. Type it again.")
    return typed


def _key_text(file: Path) -> str:
    """The beginning of a file that should hold a key. Raises UsageError."""
    try:
        with file.open(encoding="utf-8") as stream:
            return stream.read(10_000)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} can't be read: {error}.") from error
