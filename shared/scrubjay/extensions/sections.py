"""The second pass over settings: an extension's own section, checked by its model when the extension is used."""

from typing import TYPE_CHECKING, Any

from scrubjay.errors import ConfigError
from scrubjay.extensions.loading import load
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.model.later import Later
from scrubjay.settings.layers import USER_FILE, read_file
from scrubjay.settings.schema import Settings
from scrubjay.settings.source import parse

if TYPE_CHECKING:
    from scrubjay.settings import validating
else:
    validating = Later("scrubjay.settings.validating")


def section_of(registry: ExtensionRegistry, extension: Extension, settings: Settings) -> Any:
    """An extension's section as its model has it; None where it has no model.

    Raises ConfigError with file and line, and ExtensionFailed where the model itself is missing or fails.
    """
    if not extension.settings:
        return None

    tree = settings.sections.get(extension.name, {})
    section = registry.asked(extension.name, lambda: validating.read_by(load(extension.settings), tree))
    if isinstance(section, validating.FirstError):
        key = ".".join((extension.name, *(str(part) for part in section.place if isinstance(part, str))))
        file = settings.home / USER_FILE
        where = parse(str(file), read_file(file)).where(key)
        said = f"unknown key {key}" if section.kind == "extra_forbidden" else f"{key}: {section.message}"
        raise ConfigError(f"{where}: {said}. Correct the line and run again.")
    return section


def unread(registry: ExtensionRegistry, settings: Settings) -> tuple[str, ...]:
    """The names of sections that stand in the user's file and that nothing reads, since their extension isn't on."""
    on = {one.name for one in registry.enabled if one.settings}
    return tuple(sorted(settings.sections.keys() - on))
