"""`scrubjay settings`: writes a setting into the user's file, after a key where it decides for the person."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_home
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say, warn
from scrubjay.errors import UsageError

if TYPE_CHECKING:
    from scrubjay.cli.context import Invocation
    from scrubjay.person.permit import Permit

app = application(no_args_is_help=True)

CHOICES = ("ingestion.", "retrieval.")
"""Settings that decide what is found."""

PERSONAL = ("trust.", "memory.", "extraction.", "grounding.", "user.id")
"""Settings that decide for the person: only a person sets them."""

TRUST = "trust."
"""Of these, those that a file alone doesn't turn on, and that nothing but a person sets."""


@app.callback()
def settings() -> None:
    """Write a setting into your own file, for all projects or for this one."""


@app.command("set")
def set_value(
    ctx: typer.Context,
    key: Annotated[str, typer.Argument(help="The setting, such as ingestion.code.")],
    value: Annotated[str, typer.Argument(help="Its value as YAML: auto, or '[python, go]'.")],
    here: Annotated[bool, typer.Option("--here", help="For the project of this repository alone.")] = False,
) -> None:
    """Set ingestion.… or retrieval.… in your own file; what decides for you only as a person.

    That is trust.…, memory.…, extraction.…, grounding.… and user.id.

    With --here it holds for this project alone, and above what its repository sets. Comments and everything else in the
    file stay as they are.
    """
    from scrubjay.audit.trusted import SET, resource_of
    from scrubjay.index.chunking.languages import NO_GRAMMARS, installed_languages, unknown_languages
    from scrubjay.settings import USER_FILE, keys
    from scrubjay.settings.write import set_setting
    from scrubjay.storage.filesystem import private_folder

    choices = CHOICES if here else CHOICES + PERSONAL
    if key not in keys() or not key.startswith(choices):
        known = ", ".join(name for name in keys() if name.startswith(choices))
        raise UsageError(f"{key[:80]!r} can't be set by this command. These can: {known}.")
    if "\n" in value or not value.strip():
        raise UsageError("A value is one line, such as auto or '[python, go]'.")
    if key.startswith(TRUST) and value.strip() not in ("true", "false"):
        raise UsageError(f"{key} is true or false.")
    invocation = invoked(ctx)
    by_person = _by_person(invocation, key, value.strip()) if key.startswith(PERSONAL) else None
    with open_home(invocation) as home:
        project = home.workspace(invocation.folder).project if here else None
        file = home.settings.home / USER_FILE
        private_folder(file.parent)
        above = ("projects", project.id) if project else ()
        set_setting(file, (*above, *key.split(".")), value.strip())
        if by_person:
            record(home, by_person, SET, resource_of(key, value))
    say(f"{key} is {value.strip()} {f'for {project.name}' if project else 'for all your projects'}, in {file}.")
    if key.startswith("ingestion."):
        say("`scrubjay ingest` indexes by it now; the next search or commit does as well.")
    if key == "ingestion.code":
        for line in () if installed_languages() else (NO_GRAMMARS,):
            warn(line)
        for line in unknown_languages(_entries(value)):
            warn(line)


def _entries(value: str) -> list[str]:
    """The entries of a list in YAML, or the one that stands for it."""
    import yaml

    read = yaml.safe_load(value)
    return [str(entry) for entry in (read if isinstance(read, list) else [read])]


def _by_person(invocation: "Invocation", key: str, value: str) -> "Permit":
    """Who sets what decides for the person, after a key. Raises NotAPerson; Exit where they don't mean it."""
    line = f"scrubjay settings set {key} {shlex.quote(value)}"
    permit = permitted(invocation, f"set {key}", line, scripts=not key.startswith(TRUST))
    confirm(permit, [f"{key} becomes {value} for all your projects."], "Set it?")
    return permit
