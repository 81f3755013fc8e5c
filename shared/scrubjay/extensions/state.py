"""The state of an extension, and why a manifest is refused. Pure."""

import re
from collections.abc import Collection
from enum import StrEnum
from typing import Final

from scrubjay.extensions.manifest import PROTOCOL, Extension
from scrubjay.extensions.records import EnabledRecord
from scrubjay.model.frozen import dataclass

NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,39}")
RESERVED: Final = frozenset({"core", "config", "forge", "home", "knowledge", "scrubjay", "session", "user"})
"""Names of files of a home and of toolsets, which no extension takes."""

_TARGET: Final = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


class ExtensionState(StrEnum):
    """Whether an extension works: off is a choice, or lacks its extra; refused and broken are problems."""

    ON = "on"
    OFF = "off"
    REFUSED = "refused"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtensionStatus:
    """One extension with its state and the reason, where it isn't on; `record` is there for those of others."""

    name: str
    state: ExtensionState
    reason: str
    manifest: Extension | None
    record: EnabledRecord | None = None
    built_in: bool = False


def refusal(manifest: object, name: str, taken: Collection[str]) -> str:
    """Why a manifest of somebody else is refused; empty where it isn't. `taken` are names of commands."""
    if not isinstance(manifest, Extension):
        return f"its manifest is a {type(manifest).__name__} and no Extension"
    if manifest.protocol != PROTOCOL:
        older = "older" if manifest.protocol > PROTOCOL else "newer"
        return f"it is made for version {manifest.protocol} of the protocols; this is {PROTOCOL}, {older} than it wants"
    if manifest.name != name:
        return f"its manifest is named {manifest.name[:40]!r}"
    if not NAME.fullmatch(name) or name in RESERVED:
        return f"{name[:40]!r} is no name of an extension: small letters, digits and hyphens, and none of ours"
    if double := sorted(manifest.commands.keys() & set(taken)):
        return f"another extension has the command {double[0]}"
    targets = (
        *(command.target for command in manifest.commands.values()),
        *(one.target for one in manifest.provides),
        *manifest.services.values(),
        *filter(None, (manifest.settings,)),
    )
    wrong = next((target for target in targets if not _TARGET.fullmatch(target)), "")
    if wrong:
        return f"{wrong[:80]!r} names nothing: it is module:attribute"
    if manifest.repository_may:
        return "a repository may set nothing of an extension that isn't built in"
    if manifest.toolsets:
        return "its tools are of the kind tool, not a toolset"
    return ""
