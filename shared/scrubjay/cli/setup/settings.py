"""`scrubjay settings`: shows the settings, and changes them in the user's file by the schema of that file."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_home, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table, warn
from scrubjay.errors import ConfigError, RepositoryError, UsageError
from scrubjay.identity.audit.trusted import SET, resource_of, untold_trust, with_trust
from scrubjay.model.frozen import replace
from scrubjay.privacy.secrets.masking import mask
from scrubjay.settings.check import similar
from scrubjay.settings.fields import find, keys, keys_with_rule, value_at
from scrubjay.settings.home import home_folder
from scrubjay.settings.layers import USER_FILE, read_file, read_repository_file
from scrubjay.settings.origins import effective_settings, plain_value, shown
from scrubjay.settings.rules import KEY as EXTENSIONS
from scrubjay.settings.rules import OF_OURS, RefusedSetting, Rule, flow
from scrubjay.settings.schema import ProjectSettings
from scrubjay.settings.write import check_setting, put, set_setting, unset_setting
from scrubjay.storage.filesystem import private_folder

if TYPE_CHECKING:
    from scrubjay.cli.context import Invocation
    from scrubjay.identity.person.permit import Permit
    from scrubjay.settings.fields import Setting
    from scrubjay.settings.origins import EffectiveSettings, OriginOfSetting


app = application(no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="KEY", help="The setting, such as ingestion.code.")]
Here = Annotated[bool, typer.Option("--here", help="For the project of this repository alone.")]


@app.callback()
def settings() -> None:
    """Show your settings, and change them in your own file, for all projects or for this one."""


@app.command("list")
def list_settings(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List every setting with its value here, and where that comes from."""
    read = _effective_settings(invoked(ctx))
    if as_json:
        objects = [_object(one, plain_value(value_at(read.holding, one.key.split(".")))) for one in read.settings]
        say_json({"settings": objects, "refused": [one.key for one in read.refused], "file": read.user_file})
        return
    rows = [(one.key, _origin_text(one), mask(shown(read.holding, one.key)).text) for one in read.settings]
    table(("setting", "from", "value"), rows)  # the last one is the longest
    for refused in read.refused:
        warn(str(refused))


@app.command("get")
def get_value(ctx: typer.Context, key: Name, as_json: AsJson = False) -> None:
    """Print the value of a setting as it holds here, text as it is and anything else as YAML."""
    setting = _setting(key)
    read = _effective_settings(invoked(ctx))
    value = plain_value(value_at(read.holding, setting.parts))
    if value is None:
        raise typer.Exit(1)
    if as_json:
        origin = next(one for one in read.settings if one.key == setting.key)
        say_json(_object(origin, value) | {"key": str(setting)})
    else:
        say(value if isinstance(value, str) else flow(value))


@app.command("set")
def set_value(
    ctx: typer.Context,
    key: Name,
    value: Annotated[str, typer.Argument(help="Its value as YAML: auto, '[python, go]', or '{name: value}'.")],
    here: Here = False,
) -> None:
    """Set any setting in your own file, by the schema of the file: a wrong value changes nothing.

    Those that may stand in a project's part of the file are anybody's to set; all others decide for you, so only a
    person at a terminal sets them, after a key.

    With --here it holds for this project alone, and above what its repository sets. Comments and everything else in the
    file stay as they are.
    """
    _change(ctx, _setting(key), value, here=here)


@app.command("unset")
def unset_value(ctx: typer.Context, key: Name, here: Here = False) -> None:
    """Remove a setting from your own file, so that what stands below it holds again. Exit code 1: it wasn't there.

    Who may do it is as for set.
    """
    _change(ctx, _setting(key), None, here=here)


def _change(ctx: typer.Context, setting: "Setting", value: str | None, *, here: bool) -> None:
    """Set a value, or with None remove it; recorded where it decides for the person."""
    everybodys = _in_a_project()
    if here and setting.key not in everybodys:
        raise UsageError(f"{setting} holds for all your projects. --here takes {', '.join(everybodys)}.")
    invocation = invoked(ctx)
    by_person = None if setting.key in everybodys else _by_person(invocation, setting, value)
    parts, whose = setting.parts, "for all your projects"
    if here:
        with open_home(invocation) as home:
            project = home.workspace(invocation.folder).project
        parts, whose = ("projects", project.id, *parts), f"for {project.name}"
    file = home_folder(invocation.environment) / USER_FILE
    private_folder(file.parent)
    before = read_file(file)
    read = unset_setting(file, parts) if value is None else set_setting(file, parts, value)
    if read is None:
        say(f"{setting} isn't set {whose}, in {file}.")
        raise typer.Exit(1)
    if by_person:
        try:
            with open_home(invocation) as home:
                record(home, by_person, SET, resource_of(str(setting), shown(read, setting.key)))
        except ConfigError as error:  # settings that don't go together
            put(file, before)
            raise ConfigError(f"{error} Nothing was changed.") from None
    said = "is no longer set" if value is None else f"is {value.strip() or 'empty'}"
    say(f"{setting} {said} {whose}, in {file}.")


def _setting(key: str) -> "Setting":
    """The setting of a name. Raises UsageError with the nearest ones."""
    found = find(key)
    if found is None and key.startswith(f"{EXTENSIONS}."):
        switch = f"scrubjay extensions disable {shlex.quote(key.removeprefix(f'{EXTENSIONS}.'))}"
        raise UsageError(f"{key[:80]!r} is set by a command of its own: `{switch}`, or enable.")
    if found is None and (section := key.partition(".")[0]) in OF_OURS:
        raise UsageError(
            f"{key[:80]!r} is of an extension, and no command sets it. Write the section `{section}:` into {USER_FILE} "
            "in the home by hand, and start what reads it anew; docs/reference/settings.md has all of it."
        )
    if found is None:
        inside = [name for name in keys() if name.startswith(f"{key}.")]
        near = similar(key, keys())
        why = f" It is a section, with {', '.join(inside)}." if inside else ""
        hint = f" Did you mean {', or '.join(near)}?" if near and not inside else ""
        raise UsageError(f"{key[:80]!r} is no setting.{why}{hint} `scrubjay settings list` shows all.")
    return found


def _in_a_project() -> tuple[str, ...]:
    """The settings that a project's part of the file may hold: everybody's to set, here or for all projects."""
    return keys(ProjectSettings)


def _by_person(invocation: "Invocation", setting: "Setting", value: str | None) -> "Permit":
    """Who changes what decides for the person, after a key. Raises NotAPerson; Exit where they don't mean it."""
    act = "unset" if value is None else "set"
    words = [str(setting)] if value is None else [str(setting), value.strip()]
    line = f"scrubjay settings {act} {shlex.join(words)}"
    permit = permitted(
        invocation, f"{act} {setting}", line, scripts=setting.key not in keys_with_rule(Rule.PERSON_ALONE)
    )
    if value is not None:
        check_setting(home_folder(invocation.environment) / USER_FILE, setting.parts, value)
    becomes = "is no longer set" if value is None else f"becomes {value.strip()}"
    confirm(permit, [f"{setting} {becomes} for all your projects."], f"{act.capitalize()} it?")
    return permit


def _effective_settings(invocation: "Invocation") -> "EffectiveSettings":
    """What holds here: with the repository's file and the project's part of the user's where a project is."""
    worktree, text, project = Path(), "", ""
    if invocation.settings.home.is_dir():
        try:
            with open_workspace(invocation) as (_, workspace):
                worktree, project = workspace.repository.worktree, workspace.project.id
                text = read_repository_file(worktree)
        except RepositoryError:
            pass
    read = effective_settings(invocation.environment, worktree, text, project)
    untold = tuple(
        RefusedSetting(key, read.user_file, f"{key} has no effect until a person sets it by `scrubjay settings set`")
        for key in untold_trust(read.holding)
    )
    return replace(read, holding=with_trust(read.holding), refused=(*read.refused, *untold))


def _object(one: "OriginOfSetting", value: Any) -> dict[str, Any]:
    """A setting as JSON has it."""
    held = one.holds
    return {"key": one.key, "value": value, "from": str(held.layer), "where": held.where, "line": held.line}


def _origin_text(one: "OriginOfSetting") -> str:
    """Where a setting's value comes from, in words."""
    held = one.holds
    where = f"{held.where}, line {held.line}" if held.line else held.where
    return f"{held.layer}: {where}" if where else str(held.layer)
