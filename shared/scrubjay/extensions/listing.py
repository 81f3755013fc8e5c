"""Every extension as its command and doctor list it: name, version, state, what it brings, its last error."""

from collections.abc import Callable, Collection, Iterator
from importlib.util import find_spec
from typing import Any

from scrubjay import __version__
from scrubjay.extensions.checked import missing_in
from scrubjay.extensions.installed import InstalledExtension, installed, version_now
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.extensions.state import ExtensionState, ExtensionStatus
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.hints import not_installed


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedExtension:
    """An extension as the list shows it. `reason` says why it isn't on, or what else a person should know."""

    name: str
    version: str
    state: ExtensionState
    reason: str
    provides: tuple[str, ...]
    distribution: str
    address: str
    last_error: str

    @property
    def ok(self) -> bool:
        """Whether the extension does what was asked for: it is off by choice, or it works."""
        return self.state in (ExtensionState.ON, ExtensionState.OFF)

    @property
    def shown(self) -> str:
        """The extension's state in a line."""
        return f"{self.state}: {self.reason}" if self.reason else self.state.value

    @property
    def words(self) -> str:
        """What the extension provides, as people read it."""
        return words_of(self.provides)

    @property
    def as_object(self) -> dict[str, Any]:
        """The extension as scripts get it."""
        return {
            "name": self.name,
            "version": self.version,
            "state": self.state.value,
            "reason": self.reason,
            "provides": list(self.provides),
            "distribution": self.distribution,
            "address": self.address,
            "last_error": self.last_error,
        }


def words_of(provides: Collection[str]) -> str:
    """What an extension provides, in words: `job step` for the kind job_step; names of commands and toolsets stay."""
    return ", ".join(one if " " in one else one.replace("_", " ") for one in provides)


def listing(registry: ExtensionRegistry) -> tuple[ListedExtension, ...]:
    """All extensions: ours, those in the user's file, then installed ones that nobody enabled."""
    known = {status.name for status in registry.statuses}
    return (*(_listed(registry, _examined(registry, one)) for one in registry.statuses), *_not_enabled(known))


def _examined(registry: ExtensionRegistry, status: ExtensionStatus) -> ExtensionStatus:
    """An extension's status after its names were looked up: a missing one makes a third party's broken."""
    if status.built_in or status.state is not ExtensionState.ON or status.manifest is None:
        return status
    if why := missing_in(status.manifest):
        return replace(status, state=ExtensionState.BROKEN, reason=why)
    return status


def _listed(registry: ExtensionRegistry, status: ExtensionStatus) -> ListedExtension:
    record = status.record
    return ListedExtension(
        name=status.name,
        version=__version__ if status.built_in else record.version if record else "",
        state=status.state,
        reason=status.reason
        or (_version_note(status) if record else missing_extras(status.manifest) if status.manifest else ""),
        provides=status.manifest.brings if status.manifest else (),
        distribution="scrubjay" if status.built_in else record.distribution if record else "",
        address=record.address if record else "",
        last_error=registry.error_of(status.name),
    )


def missing_extras(extension: Extension, found: Callable[[str], object] = find_spec) -> str:
    """The commands of an extension that need more than is installed, with the line that installs it; empty for none."""
    lines = []
    for name, command in extension.run.items():
        missing = [module for module in command.extra.modules if found(module) is None] if command.extra else []
        if command.extra and missing:
            lines.append(f"{name}: {not_installed(missing, command.extra.name)}")
    return "; ".join(lines)


def _version_note(status: ExtensionStatus) -> str:
    """A note that another version is installed than was enabled; empty where it is the same."""
    record = status.record
    now = version_now(record) if record else ""
    if record is None or now == record.version:
        return ""
    return f"{record.version} was enabled, {now or 'none'} is installed: `scrubjay extensions enable {status.name}`"


def _not_enabled(known: set[str]) -> Iterator[ListedExtension]:
    """The installed extensions whose names aren't known, as the list shows them."""
    for one in installed():
        if one.name not in known:
            yield ListedExtension(
                name=one.name,
                version=one.version,
                state=ExtensionState.OFF,
                reason=f"installed, enabled by nobody: `scrubjay extensions enable {one.name}`",
                provides=(),
                distribution=one.distribution,
                address=one.address,
                last_error="",
            )


def doubled_reason(found: tuple[InstalledExtension, ...]) -> str:
    """Why two distributions with one name are both refused."""
    names = " and ".join(one.distribution for one in found)
    return f"{names} both bring an extension named {found[0].name}. Uninstall one of them."
