"""Checks of extensions: all in one line, and one for each of somebody else's or in trouble."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

from scrubjay.app import App, Workspace
from scrubjay.errors import ScrubjayError
from scrubjay.extensions.bounded import bounded
from scrubjay.extensions.in_time import ASKED_S, in_time
from scrubjay.extensions.listing import ListedExtension, listing
from scrubjay.extensions.registry import ExtensionRegistry, Provided
from scrubjay.extensions.sections import section_of, unread
from scrubjay.extensions.state import ExtensionState
from scrubjay.model.check import Check
from scrubjay.settings.schema import Settings
from scrubjay.wiring.hosting import hosted

MOST = 100
"""Results of one check."""

EXPECTED = "on, or off by your choice"


def extensions(settings: Settings) -> Iterator[Check]:
    """Every extension with its version, state and last error, and sections that nothing reads. Raises ConfigError."""
    registry = ExtensionRegistry.of(settings.home)
    found = listing(registry)
    on = [one.name for one in found if one.state is ExtensionState.ON]
    off = [one.name for one in found if one.state is ExtensionState.OFF]
    yield Check("extensions", True, f"on: {', '.join(on) or 'none'}; off: {', '.join(off) or 'none'}", EXPECTED)
    for one in found:
        if one.distribution != "scrubjay" or not one.ok:
            yield _one(one)
    for extension in registry.enabled:
        if extension.settings:
            section_of(extension, settings)
    for name in unread(registry, settings):
        do = f"`scrubjay extensions enable {name}`, or remove it"
        yield Check("extension settings", True, f"the section {name} isn't read: its extension isn't on", "", do)


def of_extensions(app: App, workspace: Workspace) -> Iterator[Check]:
    """What extensions themselves examine. One that fails is a problem of its own, and stops no other."""
    registry = ExtensionRegistry.of(app.settings.home)
    for provided in registry.provided("check"):
        if provided.extension not in registry.others:  # ours stand among the checks of the core
            continue
        name = provided.extension.name
        try:
            found = in_time(registry, name, partial(_found, app, workspace, registry, provided), tuple, ASKED_S)
            why = f"degraded: {registry.why(name)}"
        except ScrubjayError as error:
            found, why = None, str(error)
        if found is None:
            yield Check(f"extension {name}", False, why, "no error", "ask whoever wrote it")
            continue
        yield from (replace(one, name=f"{name}: {one.name}") for one in found)


def _found(app: App, workspace: Workspace, registry: ExtensionRegistry, provided: Provided) -> tuple[Check, ...]:
    """What a function finds, bounded. Raises TypeError for what is no check."""
    found = tuple(islice(provided.value(hosted(workspace, app.clock, registry, provided.extension)), MOST))
    wrong = next((one for one in found if not isinstance(one, Check)), None)
    if wrong is not None:
        raise TypeError(f"a check gave a {type(wrong).__name__}")
    return bounded(found)


def _one(one: ListedExtension) -> Check:
    words = f"{one.version} {one.shown}{f'; last error: {one.last_error}' if one.last_error else ''}".strip()
    do = f"`scrubjay extensions show {one.name}`" if not one.ok or one.last_error else ""
    return Check(f"extension {one.name}", one.ok, words, EXPECTED, do)
