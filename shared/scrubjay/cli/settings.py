"""`scrubjay settings`: writes a setting of what is indexed and how it ranks into the user's file."""

from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_home
from scrubjay.cli.lazy import application
from scrubjay.cli.output import say, warn
from scrubjay.errors import UsageError

app = application(no_args_is_help=True)

CHOICES = ("ingestion.", "retrieval.")
"""Settings that decide what is found; those that decide for the person are changed in the file alone."""


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
    """Set ingestion.… or retrieval.… in your own file. With --here it holds for this project alone, and above what its
    repository sets. Comments and everything else in the file stay as they are.
    """
    from scrubjay.index.chunking.languages import NO_GRAMMARS, installed_languages
    from scrubjay.settings import USER_FILE, keys
    from scrubjay.settings.write import set_setting
    from scrubjay.storage.filesystem import private_folder

    if key not in keys() or not key.startswith(CHOICES):
        choices = ", ".join(name for name in keys() if name.startswith(CHOICES))
        raise UsageError(f"{key[:80]!r} can't be set by this command. These can: {choices}.")
    if "\n" in value or not value.strip():
        raise UsageError("A value is one line, such as auto or '[python, go]'.")
    invocation = invoked(ctx)
    with open_home(invocation) as home:
        project = home.workspace(invocation.folder).project if here else None
        file = home.settings.home / USER_FILE
    private_folder(file.parent)
    above = ("projects", project.id) if project else ()
    set_setting(file, (*above, *key.split(".")), value.strip())
    say(f"{key} is {value.strip()} {f'for {project.name}' if project else 'for all your projects'}, in {file}.")
    if key.startswith("ingestion."):
        say("`scrubjay ingest` indexes by it now; the next search or commit does as well.")
    if key == "ingestion.code" and not installed_languages():
        warn(NO_GRAMMARS)
