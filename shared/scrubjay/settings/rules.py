"""Rules for texts of settings: their form, their sections, and what is refused."""

import re
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.later import Later

if TYPE_CHECKING:
    import yaml
else:
    yaml = Later("yaml")


class Rule(Enum):
    """A mark of a field; on a section it holds for every key below."""

    FILE_ONLY = auto()
    """No environment variable sets it: otherwise whoever starts a process would decide for the person."""
    PERSON_ALONE = auto()
    """The command sets it for a person alone, never for a script, whatever that is trusted with."""
    REPOSITORY = auto()
    """A repository's file may set it."""
    ONLY_OFF = auto()
    """What a repository may switch off, never on."""


@dataclass(frozen=True, slots=True)
class RefusedSetting:
    """A key that has no effect where it stands. `where` is a file with its line, or the name of a variable."""

    key: str
    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why}"


def flow(value: Any) -> str:
    """A value in YAML's flow style: text, numbers and switches as they are, quoted where they have to be."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_flow_text(str(key))}: {flow(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    return str(value).lower() if isinstance(value, bool) else _flow_text(str(value))


def _flow_text(text: str) -> str:
    if re.fullmatch(r"[\w./][\w./+@-]*", text, re.ASCII):
        return text
    quoted: str = yaml.dump(text, Dumper=yaml.SafeDumper, default_style='"', allow_unicode=True, width=float("inf"))
    return quoted.rstrip("\n")


KEY: Final = "extensions"
OF_OURS: Final = frozenset({"joined", "stores", "team"})
"""Extensions of ours that have a section: `scrubjay.extensions.builtin` has more of them, and a test compares."""


def section_names(tree: dict[str, Any], core: frozenset[str]) -> frozenset[str]:
    """The top keys of a file that belong to extensions: ours with a section, and those that `extensions` names."""
    named = tree.get(KEY)
    return (OF_OURS | (named.keys() if isinstance(named, dict) else set())) - core


def without_sections(tree: dict[str, Any], core: frozenset[str]) -> dict[str, Any]:
    """A file's tree without the sections of extensions: what the core's schema checks."""
    aside = section_names(tree, core)
    return {name: value for name, value in tree.items() if name not in aside} if aside else tree


def sections(tree: dict[str, Any], core: frozenset[str]) -> dict[str, Any]:
    """The sections of extensions in a file, by the extension's name, as they stand in the file."""
    return {name: tree[name] for name in section_names(tree, core) if name in tree}
