"""The commands that are offered here: the core's, and those of the extensions that are on."""

import os
from typing import Final

from scrubjay.cli.commands import COMMANDS, PANELS, CommandEntry, with_commands
from scrubjay.errors import ConfigError, UsageError
from scrubjay.extensions.manifest import PANEL, Extension
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.state import ExtensionState
from scrubjay.model.frozen import replace
from scrubjay.settings.home import home_folder

OURS: Final = frozenset(command.name for command in COMMANDS)


def extensions_here() -> ExtensionRegistry | None:
    """The extensions of the home that the environment names; None where it names none that can be."""
    try:
        return ExtensionRegistry.of(home_folder(os.environ))
    except ConfigError:
        return None


def offered(registry: ExtensionRegistry | None) -> tuple[CommandEntry, ...]:
    """The table of the help: without the commands of extensions that are off, and with those of others at its end."""
    if registry is None:
        return COMMANDS
    off = {extension.name for extension in registry.off}
    ours = COMMANDS if not off else tuple(command for command in COMMANDS if command.extension not in off)
    return with_commands(ours, map(_shown, registry.others))


def _shown(extension: Extension) -> Extension:
    """The same without commands that bear a name of ours; a panel that the help doesn't have becomes the usual one."""
    kept = {name: command for name, command in extension.commands.items() if name not in OURS}
    panels = {name: one if one.panel in PANELS else replace(one, panel=PANEL) for name, one in kept.items()}
    return replace(extension, commands=panels)


def refuse_switched_off(name: str, registry: ExtensionRegistry | None) -> None:
    """Say of the command of an extension that isn't on why it isn't there. Raises UsageError."""
    for status in registry.statuses if registry else ():
        if status.state is ExtensionState.ON or not status.manifest or name not in status.manifest.commands:
            continue
        hint = "" if "pip install" in status.reason else f" `scrubjay extensions enable {status.name}` switches it on."
        raise UsageError(f"{name} belongs to the extension {status.name}, which isn't on: {status.reason}.{hint}")
