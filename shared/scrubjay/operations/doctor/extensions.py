"""Checks of extensions: all in one line, and one for each of somebody else's or in trouble."""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from scrubjay.app import App, Workspace
from scrubjay.errors import ScrubjayError
from scrubjay.extensions.bounded import bounded
from scrubjay.extensions.host import Host
from scrubjay.extensions.in_time import ASKED_S, in_time
from scrubjay.extensions.listing import ListedExtension, listing
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.registry import ExtensionRegistry, Provided
from scrubjay.extensions.sections import section_of, unread
from scrubjay.extensions.state import ExtensionState
from scrubjay.model.check import Check, Value
from scrubjay.model.frozen import replace
from scrubjay.operations.doctor.check import guarded_all
from scrubjay.settings.schema import Settings
from scrubjay.wiring.hosting import hosted

MOST = 100
"""Results of one check."""

EXPECTED = "on, or off by your choice"


def extensions(settings: Settings) -> Iterator[Check]:
    """Every extension with its version, state and last error, and sections that nothing reads."""
    registry = ExtensionRegistry.of(settings.home)
    found = listing(registry)
    on = [one.name for one in found if one.state is ExtensionState.ON]
    off = [one.name for one in found if one.state is ExtensionState.OFF]
    yield Check("extensions", True, f"on: {', '.join(on) or 'none'}; off: {', '.join(off) or 'none'}", EXPECTED)
    for one in found:
        if one.distribution != "scrubjay" or not one.ok:
            yield _extension_check(one)
    for extension in registry.enabled:
        yield from _section(registry, extension, settings)
    for name in unread(registry, settings):
        do = f"`scrubjay extensions enable {name}`, or remove it"
        yield Check("extension settings", True, f"the section {name} isn't read: its extension isn't on", "", do)


def of_extensions(app: App, workspace: Workspace) -> Iterator[Check]:
    """The checks that extensions make of a project. One that fails is a problem of its own, and stops no other."""
    registry = ExtensionRegistry.of(app.settings.home)
    for provided in registry.of_others("check"):
        name = provided.extension.name
        host = hosted(workspace, app.clock, registry, provided.extension)
        try:
            found = in_time(registry, name, partial(_found, host, provided), tuple, ASKED_S)
            why = f"degraded: {name}: {registry.why(name)}"
        except ScrubjayError as error:
            found, why = None, str(error)
        if found is None:
            yield Check(f"extension {name}", False, why, "no error", "ask whoever wrote it")
            continue
        yield from (replace(one, name=f"{name}: {one.name}") for one in found)


def of_machine(settings: Settings) -> Iterator[Check]:
    """The checks of ours that need no open home, such as of a server elsewhere: they may take seconds."""
    for provided in ExtensionRegistry.of(settings.home).of_ours("machine_check"):
        yield from guarded_all(provided.extension.name, partial(provided.value, settings))


def _found(host: Host, provided: Provided) -> tuple[Check, ...]:
    """The checks that a function finds, bounded. Raises TypeError for what is no check."""
    return bounded(tuple(map(_plain, islice(provided.value(host), MOST))))


def _plain(check: object) -> Check:
    """A check of somebody else's, whose values are what they say. Raises TypeError for anything else."""
    if not isinstance(check, Check):
        raise TypeError(f"a check of this extension returned a {type(check).__name__}, which is no check")
    texts, values = (check.name, check.do), (check.found, check.expected)
    if not all(isinstance(one, str) for one in texts) or not all(isinstance(one, Value) for one in values):
        raise TypeError("a check's name and what to do are no text, or what it found is no text or number")
    return replace(check, ok=bool(check.ok))


def _section(registry: ExtensionRegistry, extension: Extension, settings: Settings) -> Iterator[Check]:
    """A problem of an extension's own section; nothing where there is none."""
    try:
        section_of(registry, extension, settings)
    except ScrubjayError as error:
        yield Check(f"extension {extension.name}", False, str(error), "no error", "follow the message")


def _extension_check(one: ListedExtension) -> Check:
    words = f"{one.version} {one.shown}{f'; last error: {one.last_error}' if one.last_error else ''}".strip()
    do = f"`scrubjay extensions show {one.name}`" if not one.ok or one.last_error else ""
    return Check(f"extension {one.name}", one.ok, words, EXPECTED, do)
