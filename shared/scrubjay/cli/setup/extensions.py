"""`scrubjay extensions`: lists extensions, and switches them on or off in the user's file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import Invocation, invoked, open_home
from scrubjay.cli.lazy import application
from scrubjay.cli.offered import OURS
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.errors import NotFound, UsageError
from scrubjay.extensions.checked import checked, missing_in
from scrubjay.extensions.installed import named
from scrubjay.extensions.listing import doubled_reason, listing, words_of
from scrubjay.extensions.loading import load
from scrubjay.extensions.records import drop, own_files, read_records, write_records
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.state import NAME, RESERVED
from scrubjay.extensions.theirs import Theirs, error_line
from scrubjay.extensions.user_file import remove_entry, switch
from scrubjay.knowledge.index.sourced import forget_texts
from scrubjay.knowledge.index.store import purge
from scrubjay.model.counted import counted
from scrubjay.settings.layers import USER_FILE
from scrubjay.storage.database import Database

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.extensions.installed import InstalledExtension
    from scrubjay.extensions.listing import ListedExtension
    from scrubjay.extensions.manifest import Extension


class _Listing(TyperGroup):
    """`scrubjay extensions` lists them, where none of its commands is named."""

    usual = "list"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read "list" where no command of the group is named."""
        named = args[:1] and (args[0] in self.commands or args[0] == "--help")
        return super().parse_args(ctx, args if named else [self.usual, *args])


app = application(
    cls=_Listing,
    help="List extensions, and switch them on or off. One of somebody else runs as you do: only a person enables it.",
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the extension.")]


@app.command("list")
def list_(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List every extension: ours, those that your file names, and what else is installed."""
    found = listing(ExtensionRegistry.of(invoked(ctx).settings.home))
    if as_json:
        say_json({"extensions": [one.as_object for one in found]})
        return
    rows = [(one.name, one.version, one.shown, one.words or "-", one.last_error or "-") for one in found]
    table(("name", "version", "state", "provides", "last error"), rows)


@app.command()
def show(ctx: typer.Context, name: Name, as_json: AsJson = False) -> None:
    """Show one extension: where it is from, its state, what it provides, its last error."""
    one = _listed(invoked(ctx), name)
    if as_json:
        say_json(one.as_object)
        return
    for label, value in one.as_object.items():
        shown = one.words if label == "provides" else value
        say(f"{label.replace('_', ' ')}: {shown or '-'}")


@app.command()
def enable(ctx: typer.Context, name: Name) -> None:
    """Switch an extension on in your file, for all your projects. Only a person at a terminal may.

    One of somebody else is shown first: its package, its version, what it provides. It runs as you do.
    """
    invocation = invoked(ctx)
    permit = permitted(invocation, "enable an extension", f"scrubjay extensions enable {name}", scripts=False)
    home = invocation.settings.home
    one = None if _is_ours(home, name) else _installed(name)
    manifest = None if one is None else _manifest(home, one)
    lines = [f"{name} is one of ours."] if one is None or manifest is None else _lines(one, manifest)
    confirm(permit, lines, f"Enable {name}?")
    if one is not None and manifest is not None and (why := missing_in(manifest)):  # imported once a person agreed
        raise _refused_error(one, why)
    with open_home(invocation) as opened:
        if one is not None:
            drop(home, name)
            write_records(home, read_records(home) | {name: one.record})
        switch(_user_file(invocation), name, on=True)
        record(opened, permit, "enable extension", f"{one.distribution} {one.version}: {name}" if one else name)
    say(f"{name} is on. Running servers have it when they start again.")


@app.command()
def disable(ctx: typer.Context, name: Name) -> None:
    """Switch an extension off in your file. What it stored stays, until `forget`. Only a person may."""
    invocation = invoked(ctx)
    permit = permitted(invocation, "disable an extension", f"scrubjay extensions disable {name}")
    _listed(invocation, name)
    confirm(permit, [f"{name} will be off for all your projects; what it stored stays."], f"Disable {name}?")
    with open_home(invocation) as opened:
        switch(_user_file(invocation), name, on=False)
        record(opened, permit, "disable extension", name)
    say(f"{name} is off. Running servers have it until they start again.")


@app.command()
def forget(ctx: typer.Context, name: Name) -> None:
    """Delete what an extension of somebody else stored, and its line in your file. Only a person may.

    Files that its parser read are read by ours again. Its own section in your file stays, as you wrote it. Ours keep
    their tables in the core's files: forget a project, memories or sessions instead.
    """
    invocation = invoked(ctx)
    permit = permitted(invocation, "forget an extension", f"scrubjay extensions forget {name}", scripts=False)
    home = invocation.settings.home
    if _is_ours(home, name):
        raise UsageError(
            f"{name} is built in, so it is switched off, not forgotten: `scrubjay extensions disable {name}`."
        )
    _checked(name)
    files = tuple(own_files(home, name))
    lines = [f"{counted(len(files), 'file')} of {name} will be deleted.", *(f"  {file}" for file in files)]
    confirm(permit, lines, f"Forget {name}?")
    with open_home(invocation) as opened:
        named = remove_entry(_user_file(invocation), name)
        for file in files:
            file.unlink(missing_ok=True)
        texts = _forget_texts(opened, name)
        known = drop(home, name)
        if not (named or known or files or texts):
            raise NotFound(f"Nothing is known of an extension {name!r}. See `scrubjay extensions`.")
        record(opened, permit, "forget extension", name)
    dropped = f", {counted(texts, 'text')} dropped" if texts else ""
    say(f"{name} is forgotten: {counted(len(files), 'file')} deleted{dropped}")


def _forget_texts(home: "App", name: str) -> int:
    """Drop what its sources gave and its parser cut, in every project; returns how many texts that were."""
    files = sorted((home.settings.home / "projects").glob("*/knowledge.db"))
    found = 0
    for file in files:
        with Database(file, "knowledge") as knowledge:
            if dropped := knowledge.write(lambda c: forget_texts(c, name)):
                found += dropped
                purge(knowledge)
    return found


def _user_file(invocation: Invocation) -> Path:
    return invocation.settings.home / USER_FILE


def _is_ours(home: Path, name: str) -> bool:
    status = ExtensionRegistry.of(home).status(name)
    return status is not None and status.built_in


def _checked(name: str) -> str:
    """The name, if it can be one. Raises UsageError."""
    if not NAME.fullmatch(name) or name in RESERVED:
        raise UsageError(f"{name[:40]!r} is no name of an extension. See `scrubjay extensions`.")
    return name


def _listed(invocation: Invocation, name: str) -> "ListedExtension":
    """One extension as it is listed. Raises NotFound."""
    for one in listing(ExtensionRegistry.of(invocation.settings.home)):
        if one.name == name:
            return one
    raise NotFound(f"There is no extension {name[:40]!r}. See `scrubjay extensions`.")


def _installed(name: str) -> "InstalledExtension":
    """The installed extension of a name. Raises NotFound for none, UsageError for two."""
    found = named(_checked(name))
    if not found:
        raise NotFound(
            f"No installed package brings an extension {name!r}. Install it beside scrubjay, then enable it again."
        )
    if len(found) > 1:
        raise UsageError(doubled_reason(found))
    return found[0]


def _manifest(home: Path, one: "InstalledExtension") -> "Extension":
    """The manifest of an installed extension. Raises UsageError where it is broken or refused."""
    others = {name for other in ExtensionRegistry.of(home).others if other.name != one.name for name in other.commands}
    try:
        with Theirs():
            manifest, why = checked(load(one.target), one.name, OURS | others)
    except Exception as error:
        raise UsageError(
            f"{one.distribution} {one.version} is broken: {error_line(error)}. Nothing was enabled."
        ) from error
    if manifest is None or why:
        raise _refused_error(one, why)
    return manifest


def _refused_error(one: "InstalledExtension", why: str) -> UsageError:
    return UsageError(f"{one.distribution} {one.version} is refused: {why}. Nothing was enabled.")


def _lines(one: "InstalledExtension", manifest: "Extension") -> list[str]:
    """What a person is shown before an extension of somebody else is on."""
    return [
        f"{one.name}: {manifest.summary}",
        f"  package: {one.distribution} {one.version}{f', from {one.address}' if one.address else ''}",
        f"  provides: {words_of(manifest.brings) or 'nothing'}",
        "  It isn't ours. It runs as you do, and can read and write whatever you can.",
    ]
