"""The registry of extensions: which are on, what each brings, and why another one isn't."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from scrubjay.errors import ExtensionFailed, ScrubjayError
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.chosen import FILE, chosen, has_section
from scrubjay.extensions.loading import load, make
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.records import EnabledRecord, last_error, read_records, write_error
from scrubjay.extensions.state import ExtensionState, ExtensionStatus
from scrubjay.extensions.theirs import Theirs, error_line
from scrubjay.model.frozen import dataclass, replace

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Provided:
    """An object that an enabled extension provides: the extension, its target string, and the object."""

    extension: Extension
    target: str
    value: Any


class ExtensionRegistry:
    """The extensions of a home, as its user's file switches them. Manifests are read once, and things when asked for.

    What fails is named in `degraded`, left out from then on, and kept as the extension's last error.
    """

    def __init__(
        self,
        home: Path,
        switches: Mapping[str, bool],
        records: Mapping[str, EnabledRecord],
        built_in: Sequence[Extension] = BUILT_IN,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.home = home
        self._switches = switches
        self._records = records
        self._built_in = tuple(built_in)
        self._clock = clock
        self._failed: dict[str, str] = {}
        self.strikes = Counter[str]()
        """How often each was late or wrong where somebody waited for it."""

    @classmethod
    def of(cls, home: Path) -> "ExtensionRegistry":
        """The registry of a home."""
        switches = chosen(home / FILE)
        names = {extension.name for extension in BUILT_IN}
        return cls(home, switches, read_records(home) if switches.keys() - names else {})

    @cached_property
    def statuses(self) -> tuple[ExtensionStatus, ...]:
        """Every extension that is built in or that the user's file names, with its state."""
        return (*map(self._own_status, self._built_in), *self._statuses_of_others())

    @cached_property
    def enabled(self) -> tuple[Extension, ...]:
        """The manifests of the extensions that are on, our own first."""
        return tuple(one.manifest for one in self.statuses if one.state is ExtensionState.ON and one.manifest)

    @cached_property
    def others(self) -> tuple[Extension, ...]:
        """The enabled extensions that aren't built in."""
        return tuple(one for one in self.enabled if one not in self._built_in)

    def is_on(self, name: str) -> bool:
        """Whether an extension is on."""
        return any(one.name == name for one in self.enabled)

    @cached_property
    def off(self) -> tuple[Extension, ...]:
        """The built-in extensions that aren't on."""
        return tuple(one for one in self._built_in if one not in self.enabled)

    @property
    def degraded(self) -> tuple[str, ...]:
        """A line for each extension that doesn't do what it was enabled for."""
        states = [one for one in self.statuses if one.state in (ExtensionState.REFUSED, ExtensionState.BROKEN)]
        lines = {one.name: one.reason for one in states} | self._failed
        return tuple(f"degraded: {name}: {reason}" for name, reason in lines.items())

    def status(self, name: str) -> ExtensionStatus | None:
        """The state of an extension, by its name; None for an unknown one."""
        return next((one for one in self.statuses if one.name == name), None)

    def why(self, name: str) -> str:
        """Why an extension was left out last in this process; empty where it wasn't."""
        return self._failed.get(name, "")

    def is_ours(self, name: str) -> bool:
        """Whether an extension is built in."""
        return any(one.name == name for one in self._built_in)

    def error_of(self, name: str) -> str:
        """The last error of somebody else's, with its moment; empty where it had none."""
        return "" if self.is_ours(name) else last_error(self.home, name)

    def provided(self, kind: str) -> Iterator[Provided]:
        """What the enabled extensions provide of a kind, in order; what can't be loaded is left out, and named."""
        return self._loaded(kind, self.enabled)

    def of_others(self, kind: str) -> Iterator[Provided]:
        """What the enabled extensions of others provide of a kind."""
        return self._loaded(kind, self.others)

    def of_ours(self, kind: str) -> Iterator[Provided]:
        """What the enabled built-in extensions provide of a kind."""
        return self._loaded(kind, [one for one in self.enabled if one in self._built_in])

    def _loaded(self, kind: str, extensions: Sequence[Extension]) -> Iterator[Provided]:
        """What some extensions provide of a kind; what can't be loaded is reported and left out."""
        for extension in extensions:
            for one in extension.provides:
                if one.kind != kind or (one.configured and not has_section(self.home / FILE, extension.name)):
                    continue
                value = self.guarded(extension.name, lambda target=one.target: load(target))  # type: ignore[misc]
                if value is not None:
                    yield Provided(extension, one.target, value)

    def made(self, kind: str, given: Callable[[Extension], Mapping[str, Any]]) -> Iterator[Provided]:
        """Objects of a kind that third-party extensions provide, built from `given`; a failing one is left out."""
        for one in self.of_others(kind):
            value = self.guarded(one.extension.name, partial(self._made, one, given))
            if value is not None:
                yield replace(one, value=value)

    @staticmethod
    def _made(one: Provided, given: Callable[[Extension], Mapping[str, Any]]) -> Any:
        return make(one.value, given(one.extension))

    def guarded(self, name: str, do: Callable[[], T]) -> T | None:
        """The result of an extension's function; None if it fails, which is reported and recorded."""
        try:
            with Theirs():
                return do()
        except Exception as error:
            self.failed(name, error)
            return None

    def asked(self, name: str, do: Callable[[], T], then: str = "", *, prints: bool = False) -> T:
        """The result of an extension's function. Its ScrubjayError is raised, any other error becomes one.

        Raises ExtensionFailed for anything else that it ends with, which is named and kept; `then` says what follows.
        What it prints goes to stderr, unless it `prints` for whoever called it.
        """
        try:
            with Theirs(prints):
                return do()
        except ScrubjayError:
            raise
        except Exception as error:
            self.failed(name, error)
            then = then or f"See `scrubjay extensions show {name}`."
            raise ExtensionFailed(f"degraded: {name}: the extension failed: {error_line(error)}. {then}") from error

    def failed(self, name: str, error: BaseException, then: str = "") -> None:
        """Report that an extension failed and what follows, and keep the error as its last."""
        self._keep_error(name, f"{error_line(error)}{then}")

    def _keep_error(self, name: str, reason: str) -> None:
        """Keep the reason why an extension was left out; of another's also as its last error, in the home."""
        self._failed[name] = reason
        if not self.is_ours(name):
            write_error(self.home, name, f"{self._clock():%Y-%m-%dT%H:%M:%SZ} {reason}")

    def _own_status(self, extension: Extension) -> ExtensionStatus:
        state, reason = ExtensionState.ON, ""
        if self._switches.get(extension.name) is False:
            state, reason = ExtensionState.OFF, "the user's file says off"
        return ExtensionStatus(name=extension.name, state=state, reason=reason, manifest=extension, built_in=True)

    def _statuses_of_others(self) -> Iterator[ExtensionStatus]:
        own = {extension.name for extension in self._built_in}
        taken = {name for extension in self._built_in for name in extension.commands}
        for name, on in self._switches.items():
            if name in own:
                continue
            record = self._records.get(name)
            status = self._status_of_other(name, record, taken) if on else _disabled_status(name, record)
            if status.state is ExtensionState.ON and status.manifest:
                taken |= set(status.manifest.commands)
            yield status

    def _status_of_other(self, name: str, record: EnabledRecord | None, taken: set[str]) -> ExtensionStatus:
        """The state of somebody else's that the user's file switches on."""
        manifest, state, reason = None, ExtensionState.ON, ""
        if record is None:
            state = ExtensionState.REFUSED
            reason = f"nobody looked at it on this machine: `scrubjay extensions enable {name}`"
        elif (place := place_of(record.target)) != record.place:
            state = ExtensionState.REFUSED
            found = "isn't installed any more" if not place else "is another one than the one that was enabled"
            reason = f"{record.distribution} {found}: `scrubjay extensions enable {name}` looks again"
        else:
            from scrubjay.extensions.checked import checked  # its look at types would slow each start

            try:
                with Theirs():
                    manifest, reason = checked(load(record.target), name, taken)
                state = ExtensionState.REFUSED if reason else state
            except Exception as error:
                state, reason = ExtensionState.BROKEN, error_line(error)
                write_error(self.home, name, f"{self._clock():%Y-%m-%dT%H:%M:%SZ} {reason}")
        return ExtensionStatus(name=name, state=state, reason=reason, manifest=manifest, record=record)


def _disabled_status(name: str, record: EnabledRecord | None) -> ExtensionStatus:
    reason = "the user's file says off"
    return ExtensionStatus(name=name, state=ExtensionState.OFF, reason=reason, manifest=None, record=record)


def place_of(target: str) -> str:
    """The file of the top package of a target, without importing it; empty where there is none.

    A folder without an `__init__.py` is none: what an uninstalled package leaves (its compiled files) looks like one.
    """
    top = target.partition(":")[0].partition(".")[0]
    if not top.isidentifier() or top in sys.builtin_module_names:
        return ""
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return ""
    return spec.origin or "" if spec else ""
