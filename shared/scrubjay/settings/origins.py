"""Origin of each setting: its value in every layer that sets it, with file and line."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from scrubjay.model.frozen import dataclass
from scrubjay.settings.check import check
from scrubjay.settings.fields import keys, value_at
from scrubjay.settings.home import home_folder
from scrubjay.settings.layers import (
    FILE_ONLY,
    REPOSITORY_FILE,
    USER_FILE,
    for_project,
    load_settings,
    overlay,
    read_file,
    variable_of,
)
from scrubjay.settings.rules import RefusedSetting, flow
from scrubjay.settings.schema import Settings, SettingsFile
from scrubjay.settings.section import Section
from scrubjay.settings.source import ParsedFile, parse


class Layer(StrEnum):
    """Who sets a value, the weakest first."""

    DEFAULT = "default"
    USER = "your file"
    ENVIRONMENT = "environment"
    REPOSITORY = "repository's file"
    PROJECT = "your file, for this project"


@dataclass(frozen=True, slots=True)
class SetValue:
    """A value in one layer. `where` is a file, or the name of a variable; `line` is 0 where there is none."""

    layer: Layer
    value: str
    where: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class OriginOfSetting:
    """A setting with the value that holds, and every layer that sets it, the weakest first: the last one holds."""

    key: str
    value: str
    layers: tuple[SetValue, ...]

    @property
    def holds(self) -> SetValue:
        """The value that holds: that of the strongest layer that sets one."""
        return self.layers[-1]


@dataclass(frozen=True, slots=True)
class EffectiveSettings:
    """What holds in a worktree, as the files are now, and what was refused. `user_file` is the one to edit."""

    holding: Settings
    settings: tuple[OriginOfSetting, ...]
    refused: tuple[RefusedSetting, ...]
    user_file: str
    repository_file: str


def effective_settings(
    environment: Mapping[str, str], worktree: Path, repository_text: str, project: str
) -> EffectiveSettings:
    """The settings of a project's worktree by layers. Raises ConfigError where a file can't be read."""
    user_name, repository_name = str(home_folder(environment) / USER_FILE), str(worktree / REPOSITORY_FILE)
    user = parse(user_name, read_file(Path(user_name)))
    repository = parse(repository_name, repository_text)
    mine = load_settings(environment)
    overlaid, taken, refused = overlay(mine, repository_text, repository_name)
    holding = for_project(overlaid, project)
    models: dict[Layer, SettingsFile] = {
        Layer.DEFAULT: SettingsFile(),
        Layer.USER: check(user),
        Layer.ENVIRONMENT: mine,
        Layer.REPOSITORY: overlaid,
        Layer.PROJECT: holding,
    }
    found = []
    for key in keys():
        places = _places(key, user, repository if key in taken else None, environment, project)
        values = [SetValue(layer, shown(models[layer], key), where, line) for layer, where, line in places]
        found.append(OriginOfSetting(key, shown(models[Layer.PROJECT], key), tuple(values)))
    unset = [
        RefusedSetting(key, variable_of(key), f"{key} decides for the person, so only your file sets it")
        for key in keys()
        if key in FILE_ONLY and variable_of(key) in environment
    ]
    return EffectiveSettings(holding, tuple(found), (*unset, *refused), user_name, repository_name)


def _places(
    key: str, user: ParsedFile, repository: ParsedFile | None, environment: Mapping[str, str], project: str
) -> Iterable[tuple[Layer, str, int]]:
    """The layers that set a key, each with its place."""
    yield Layer.DEFAULT, "", 0
    if key in user.lines:
        yield Layer.USER, user.name, user.lines[key]
    if variable_of(key) in environment and key not in FILE_ONLY:
        yield Layer.ENVIRONMENT, variable_of(key), 0
    if repository is not None:
        yield Layer.REPOSITORY, repository.name, repository.lines.get(key, 0)
    if (below := f"projects.{project}.{key}") in user.lines:
        yield Layer.PROJECT, user.name, user.lines[below]


def shown(model: Section, key: str) -> str:
    """A setting's value as YAML has it, text as it is, an empty one as nothing."""
    value = plain_value(value_at(model, key.split(".")))
    return value if isinstance(value, str) else flow(value)


def plain_value(value: Any) -> Any:
    """A value of the schema as JSON has it; of an entry, such as a forge, what its file sets."""
    if isinstance(value, Section):
        return plain_value(value.given_values())
    if hasattr(value, "model_dump"):  # an extension's
        return value.model_dump(mode="json", exclude_unset=True)
    if isinstance(value, dict):
        return {name: plain_value(inner) for name, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value
