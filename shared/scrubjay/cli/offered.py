"""Commands on offer here: those of the core and of enabled extensions, and parts that are installed on request."""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Final

from scrubjay.cli.commands import COMMANDS, PANELS, CommandEntry, with_commands
from scrubjay.errors import UsageError
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.manifest import PANEL, Extension
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.state import ExtensionState
from scrubjay.model.frozen import replace
from scrubjay.model.hints import not_installed

OURS: Final = frozenset(command.name for command in COMMANDS)


def offered(home: Path) -> tuple[CommandEntry, ...]:
    """The table of the help: without the commands of extensions that are off, and with those of others at its end."""
    registry = ExtensionRegistry.of(home)
    off = {extension.name for extension in registry.off}
    ours = COMMANDS if not off else tuple(command for command in COMMANDS if command.extension not in off)
    return with_commands(ours, map(_without_core_names, registry.others))


def _without_core_names(extension: Extension) -> Extension:
    """The extension without commands that have a core command's name; an unknown panel becomes the default one."""
    kept = {name: command for name, command in extension.commands.items() if name not in OURS}
    panels = {name: one if one.panel in PANELS else replace(one, panel=PANEL) for name, one in kept.items()}
    return replace(extension, commands=panels)


def refuse_switched_off(name: str, home: Path) -> None:
    """Raise UsageError for a command or a server of an extension that isn't on; go on for any other name."""
    for status in ExtensionRegistry.of(home).statuses:
        manifest = status.manifest
        if status.state is ExtensionState.ON or not manifest or name not in {*manifest.commands, *manifest.servers}:
            continue
        raise UsageError(
            f"{name} belongs to the extension {status.name}, which isn't on: {status.reason}. "
            f"`scrubjay extensions enable {status.name}` switches it on."
        )


EXTRAS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {one.extra.name: one.extra.modules for ours in BUILT_IN for one in ours.run.values() if one.extra}
)
"""The modules that an extra of `pyproject.toml` brings and commands need, by its name."""


def missing_extra(extra: str, found: Callable[[str], object] = find_spec) -> str:
    """The sentence that names what isn't installed of an extra, with the line that installs it; empty: nothing."""
    missing = [module for module in EXTRAS[extra] if found(module) is None]
    return f"{not_installed(missing, extra)}." if missing else ""


def require_extra(extra: str, what: str) -> None:
    """Go on where an extra is installed. Raises UsageError with the line that installs it."""
    if missing := missing_extra(extra):
        raise UsageError(f"{what} needs more than is here: {missing}")
