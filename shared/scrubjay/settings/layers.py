"""Layered settings: the user's, with the keys on top that a repository may set.

A repository's `.agent/config.yaml` is untrusted. It selects content and may tighten limits;
any other key in it is refused, reported, and has no effect.
"""

import getpass
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrubjay.errors import ConfigError
from scrubjay.model.later import Later
from scrubjay.settings.check import check, nearest
from scrubjay.settings.fields import keys, keys_with_rule
from scrubjay.settings.home import home_folder
from scrubjay.settings.rules import RefusedSetting, Rule, sections
from scrubjay.settings.schema import CORE_SECTIONS, ProjectSettings, Settings, SettingsFile
from scrubjay.settings.section import Secret, overlaid
from scrubjay.settings.source import MAX_BYTES, ParsedFile, Tree, parse

if TYPE_CHECKING:
    import yaml
else:
    yaml = Later("yaml")

USER_FILE = "config.yaml"
REPOSITORY_FILE = ".agent/config.yaml"

REPOSITORY_MAY_CHOOSE = keys_with_rule(Rule.REPOSITORY)
"""Keys that a repository may set, some only to off; beside them `project.id` requests to join a project."""

FILE_ONLY = keys_with_rule(Rule.FILE_ONLY)
"""Settings without an environment variable."""

_KEYS = frozenset(keys())
_KNOWN = frozenset(k.rsplit(".", up)[0] for k in _KEYS for up in range(k.count(".") + 1))
"""Every key and every section."""

_RERANKERS = ("late", "none")
"""Rerankers that a repository may choose: none that loads another model or names its source."""

_ONLY_OFF = keys_with_rule(Rule.ONLY_OFF)

_OFF = frozenset({"false", "no", "off"})


def _named_secret(environment: Mapping[str, str], name: str) -> Secret:
    """The secret in a variable, without the line end that a file left; empty where no variable is named."""
    return Secret(environment.get(name, "").strip() if name else "")


def load_settings(environment: Mapping[str, str]) -> Settings:
    """The user's layer: `config.yaml` in the home, then `SCRUBJAY_` variables. Raises ConfigError."""
    home = home_folder(environment)
    text = read_file(home / USER_FILE)
    source = parse(str(home / USER_FILE), text)
    check(source)
    tree = _merge(source.tree, _from_environment(environment))
    names = dict.fromkeys(keys(), 1)
    file = check(ParsedFile("environment (SCRUBJAY_…)", tree, names) if tree != source.tree else source, tree)
    user = file.user.but(id=file.user.id or _system_account())
    key = _named_secret(environment, file.endpoint.key_env)
    token = _named_secret(environment, file.citations.token_env)
    variables = {one.token_env for one in file.forges.values()} & environment.keys()
    return Settings(
        home=home,
        endpoint_key=key,
        tracker_token=token,
        forge_tokens={name: _named_secret(environment, name) for name in variables},
        sections=sections(source.tree, CORE_SECTIONS),
        **{**_sections(file), "user": user},
    )


def with_repository(settings: Settings, text: str, name: str) -> tuple[Settings, tuple[str, ...]]:
    """Overlay a repository's file on the user's settings.

    Returns the effective settings and a line for each refused key. Raises ConfigError for an unreadable file, or a
    wrong value of a key that it may set.
    """
    overlaid, _, refused = overlay(settings, text, name)
    return overlaid, tuple(map(str, refused))


def overlay(settings: Settings, text: str, name: str) -> tuple[Settings, frozenset[str], tuple[RefusedSetting, ...]]:
    """The settings with the keys that the repository's file may set, these keys, and each refused setting.

    Unknown keys are refused too, because a colleague's newer scrubjay may know them.
    """
    source = parse(name, text)
    allowed: Tree = {}
    taken: set[str] = set()
    refused: list[RefusedSetting] = []

    def refuse(key: str, why: str) -> None:
        refused.append(RefusedSetting(key, source.where(key), why))

    for key, value in _leaves(source.tree):
        if key == "project.id":
            continue
        if not _is_known(key):
            refuse(key, _unknown_key_text(key))
        elif key == "retrieval.reranker" and str(value) not in _RERANKERS:
            refuse(key, f"a model for {key} belongs in the user's config; it has no effect here")
        elif _may_choose(key) and (key not in _ONLY_OFF or str(value).strip().lower() in _OFF):
            _put(allowed, key, value)
            taken.add(key)
        else:
            refuse(key, f"{key} belongs in the user's config; it has no effect here")
    file = check(source, allowed)
    limit = settings.ingestion.max_file_size_kb
    if file.ingestion.max_file_size_kb > limit and "max_file_size_kb" in file.ingestion.given:
        key = "ingestion.max_file_size_kb"
        refuse(key, f"{key} above {limit} belongs in the user's config; {limit} holds here")
        taken.discard(key)
        file = file.but(ingestion=file.ingestion.but(max_file_size_kb=limit))
    chosen = {
        name: overlaid(getattr(settings, name), getattr(file, name))
        for name in sorted({key.partition(".")[0] for key in REPOSITORY_MAY_CHOOSE})
    }
    return settings.but(**chosen), frozenset(taken), tuple(refused)


def for_project(settings: Settings, project: str) -> Settings:
    """The settings with what the user's file sets for a project, by its id. What it doesn't set stays."""
    entry = settings.projects.get(project)
    if entry is None:
        return settings
    chosen = {
        name: overlaid(getattr(settings, name), section)
        for name in ProjectSettings.fields
        if (section := getattr(entry, name)).given
    }
    return settings.but(**chosen)


def _is_known(key: str) -> bool:
    """Whether a key is one of the schema's, or an entry that a mapping of the user's may have."""
    above = (key.rsplit(".", up)[0] for up in range(1, key.count(".") + 1))
    return key in _KNOWN or any(one in _KEYS and not _may_choose(one) for one in above)


def _may_choose(key: str) -> bool:
    """Whether a repository may set a key, or some key of the section that it names."""
    return any(
        f"{allowed}.".startswith(f"{key}.") or key.startswith(f"{allowed}.") for allowed in REPOSITORY_MAY_CHOOSE
    )


def _unknown_key_text(key: str) -> str:
    similar = nearest(key, REPOSITORY_MAY_CHOOSE)
    if similar:
        return f"unknown key {key}, did you mean {similar}? It has no effect here"
    return f"unknown key {key}; what isn't content belongs in the user's config, so it has no effect here"


def requested_project(text: str, name: str) -> str:
    """The project id that a repository's file requests to join; empty when it requests none."""
    project = parse(name, text).tree.get("project")
    value = project.get("id", "") if isinstance(project, dict) else ""
    return value if isinstance(value, str) else ""


def read_repository_file(worktree: Path) -> str:
    """The text of `.agent/config.yaml` in a worktree; empty when missing. Links are not followed."""
    file = worktree / REPOSITORY_FILE
    try:
        if not stat.S_ISREG(file.lstat().st_mode) or file.parent.is_symlink():
            return ""
    except OSError:
        return ""
    return read_file(file)


def read_file(file: Path) -> str:
    """The text of a file of settings; empty when missing. Raises ConfigError."""
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}. Make it readable or remove it.") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ConfigError(f"{file}, line {line}: not UTF-8. Save the file as UTF-8.") from error


def variable_of(key: str) -> str:
    """The name of a setting's variable."""
    return f"SCRUBJAY_{key.upper().replace('.', '_')}"


def _from_environment(environment: Mapping[str, str]) -> Tree:
    tree: Tree = {}
    for key in keys():
        if key in FILE_ONLY:
            continue
        raw = environment.get(variable_of(key))
        if raw is None:
            continue
        listed = _yaml_list(raw)
        _put(tree, key, raw if listed is None else listed)
    return tree


def _yaml_list(text: str) -> Any:
    """The list that a text is in YAML, whose lists have a bracket or a dash; None for any other."""
    if "[" not in text and "-" not in text:
        return None
    try:
        value = yaml.load(text, Loader=yaml.BaseLoader)
    except yaml.YAMLError:
        return None
    return value if isinstance(value, list) else None


def _system_account() -> str:
    """The account of this process as the system has it, not as the environment names it."""
    try:
        import pwd
    except ImportError:
        return getpass.getuser()  # Windows, which has only the environment
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def _sections(file: SettingsFile) -> dict[str, Any]:
    return {name: getattr(file, name) for name in SettingsFile.fields}


def _leaves(tree: Tree, prefix: str = "") -> list[tuple[str, Any]]:
    leaves: list[tuple[str, Any]] = []
    for name, value in tree.items():
        key = f"{prefix}{name}"
        leaves.extend(_leaves(value, f"{key}.") if isinstance(value, dict) and value else [(key, value)])
    return leaves


def _put(tree: Tree, key: str, value: Any) -> None:
    *parents, last = key.split(".")
    for parent in parents:
        tree = tree.setdefault(parent, {})  # type: ignore[assignment]
    tree[last] = value


def _merge(lower: Tree, upper: Tree) -> Tree:
    merged = dict(lower)
    for key, value in upper.items():
        below = merged.get(key)
        merged[key] = _merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged
