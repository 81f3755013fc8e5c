"""The state of an extension, and what it can be called. Pure."""

from enum import StrEnum
from typing import Final

from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.records import EnabledRecord
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

NAME: Final = pattern(r"[a-z][a-z0-9-]{1,39}")
RESERVED: Final = frozenset({"core", "config", "forge", "home", "knowledge", "scrubjay", "session", "user"})
"""Names of files of a home and of toolsets, which no extension takes."""


class ExtensionState(StrEnum):
    """Whether an extension works: off is a choice, or lacks its extra; refused and broken are problems."""

    ON = "on"
    OFF = "off"
    REFUSED = "refused"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtensionStatus:
    """An extension's state and the reason why it isn't on; `record` is there for other people's extensions."""

    name: str
    state: ExtensionState
    reason: str
    manifest: Extension | None
    record: EnabledRecord | None = None
    built_in: bool = False
