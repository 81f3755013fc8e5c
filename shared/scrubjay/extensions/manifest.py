"""The manifest of an extension: data alone, whose strings name modules that are imported once they are used."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from scrubjay.model.frozen import dataclass

PROTOCOL: Final = 1
"""The major version of manifests and of the kinds' protocols. A manifest for another one is refused."""

PANEL: Final = "Extensions"
"""Where the help lists the command of an extension that names no other panel."""

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Extra:
    """A part installed on request: its name, as in `pip install '.[NAME]'`, and the modules by which it is seen."""

    name: str
    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its `target` as `module:attribute`, its line in the help, its panel, and which command it follows.

    `extra` is what is installed for it: of ours alone.
    """

    target: str
    help: str
    panel: str = PANEL
    after: str = ""
    extra: Extra | None = None


@dataclass(frozen=True, slots=True)
class DeclaredTools:
    """The tools of a toolset: `target` names a tuple of `DeclaredTool`; `server` is session or knowledge.

    They are listed `before` the core's tools of another toolset, or at the end.
    """

    server: str
    target: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Provide:
    """One thing of a kind, the field's noun in snake case, such as `source`; `target` is `module:attribute`.

    One that is `configured` is there only where the extension's section stands in the user's file: till then nothing
    of it is loaded. Of ours alone.
    """

    kind: str
    target: str
    configured: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """The manifest of an extension: what it is, and what it provides.

    `settings` is the model of its section, `services` makers by key. Only built-in ones have `worktree`, the makers of
    its services of a worktree, `servers`, the command lines of its processes behind `scrubjay serve NAME`, and
    `repository_may`, the keys of its section that a repository may set.
    """

    name: str
    summary: str
    protocol: int = PROTOCOL
    settings: str = ""
    commands: Mapping[str, Command] = NOTHING
    servers: Mapping[str, Command] = NOTHING
    toolsets: Mapping[str, DeclaredTools] = NOTHING
    services: Mapping[str, str] = NOTHING
    worktree: Mapping[str, str] = NOTHING
    provides: tuple[Provide, ...] = ()
    repository_may: tuple[str, ...] = ()

    @property
    def run(self) -> Mapping[str, Command]:
        """What it runs, by name: its commands and its servers, which count where both have one name."""
        return {**self.commands, **self.servers}

    @property
    def brings(self) -> tuple[str, ...]:
        """What the extension provides, as a person reads it: `command forge`, `toolset graph`, `source`."""
        return (
            *(f"command {name}" for name in self.commands),
            *(f"server {name}" for name in self.servers),
            *(f"toolset {name}" for name in self.toolsets),
            *(f"service {name}" for name in self.services),
            *dict.fromkeys(provided.kind for provided in self.provides),
        )
