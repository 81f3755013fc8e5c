"""A manifest of somebody else, checked once as a whole, so that nothing behind it asks for types again.

What passes is a plain copy: exact types, nothing that changes later, no code of theirs.
"""

from collections.abc import Collection, Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.kinds.functions import wrong_parameters
from scrubjay.extensions.loading import load
from scrubjay.extensions.manifest import PROTOCOL, Command, DeclaredTools, Extension, Extra, Provide
from scrubjay.extensions.state import NAME, RESERVED
from scrubjay.extensions.theirs import Theirs, error_line
from scrubjay.model.pattern import pattern

OPEN_KINDS: Final = frozenset(
    {
        "access_controller",
        "audit_logger",
        "check",
        "citation",
        "embedder",
        "identity_provider",
        "importer",
        "job_step",
        "key_provider",
        "parser",
        "source",
        "tenant_provider",
        "tool",
        "usage_tracker",
        "view",
    }
)
"""The kinds that somebody else's may provide; each has a suite in `scrubjay.extensions.testing`."""

OF_OURS: Final = ("servers", "toolsets", "worktree", "repository_may")
"""Fields that only built-in ones have."""

LONGEST: Final = 300
"""Characters of what the help and the list of extensions show of one."""

_TARGET: Final = pattern(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


def checked(manifest: object, name: str, taken: Collection[str]) -> tuple[Extension | None, str]:
    """A plain copy of what is enabled as `name`, and why it is refused; empty where it isn't. `taken` are commands."""
    if not isinstance(manifest, Extension):
        return None, f"its manifest is a {type(manifest).__name__} and no Extension"
    if type(manifest.protocol) is int and manifest.protocol != PROTOCOL:
        older = "older" if manifest.protocol > PROTOCOL else "newer"
        version = f"it is made for version {manifest.protocol} of the protocols"
        return None, f"{version}; this is {PROTOCOL}, {older} than it wants"
    try:
        plain: Extension = _copied(manifest, Extension, "manifest")
    except TypeError as error:
        return None, str(error)
    return plain, _refusal_reason(plain, name, taken)


def _copied(value: Any, wanted: Any, field: str) -> Any:
    """A value as its field's type has it. Raises TypeError with the field's name."""
    if isinstance(wanted, UnionType):
        wanted = NoneType if value is None else get_args(wanted)[0]
    kind, inner = get_origin(wanted) or wanted, get_args(wanted)
    fits = isinstance(value, tuple | list if kind is tuple else kind)
    if not fits or (kind is int and isinstance(value, bool)):
        raise TypeError(f"{field} is a {type(value).__name__} and no {kind.__name__}")
    if kind in (Extension, Command, Extra, DeclaredTools, Provide):
        within = "" if kind is Extension else f"{field}."
        hints = get_type_hints(kind)
        return kind(**{name: _copied(getattr(value, name), hint, f"{within}{name}") for name, hint in hints.items()})
    if kind is tuple:
        return tuple(_copied(one, inner[0], f"{field}[{place}]") for place, one in enumerate(value))
    if kind is Mapping:
        named = {_copied(key, str, f"a key of {field}"): one for key, one in value.items()}
        return {key: _copied(one, inner[1], f"{field}[{key[:40]!r}]") for key, one in named.items()}
    return None if kind is NoneType else kind(value)


def _refusal_reason(manifest: Extension, name: str, taken: Collection[str]) -> str:
    """Why a manifest is refused; empty where it isn't."""
    if manifest.name != name:
        return f"its manifest is named {manifest.name[:40]!r}"
    if not NAME.fullmatch(name) or name in RESERVED:
        return f"{name[:40]!r} is no name of an extension: small letters, digits and hyphens, and none of ours"
    if field := next((field for field in OF_OURS if getattr(manifest, field)), ""):
        return f"{field} is only for what is built in"
    if wrong := next((one for one, command in manifest.commands.items() if command.extra), ""):
        return f"commands[{wrong[:40]!r}].extra is only for what is built in"
    if wrong := next((one for one in manifest.commands if not NAME.fullmatch(one)), ""):
        return f"commands[{wrong[:40]!r}] is no name of a command: small letters, digits and hyphens"
    shown = {"summary": manifest.summary} | {
        f"commands[{name!r}].help": one.help for name, one in manifest.commands.items()
    }
    if wrong := next((field for field, text in shown.items() if len(text) > LONGEST), ""):
        return f"{wrong} has more than {LONGEST} characters"
    if double := sorted(manifest.commands.keys() & set(taken)):
        return f"another extension has the command {double[0]}"
    for field, target in targets(manifest):
        if not _TARGET.fullmatch(target):
            return f"{field} is {target[:80]!r}, which names nothing: it is module:attribute"
    ours = {one.kind for extension in BUILT_IN for one in extension.provides}
    for place, one in enumerate(manifest.provides):
        if one.kind not in OPEN_KINDS:
            why = "only for what is built in" if one.kind in ours else "not known to this version"
            return f"provides[{place}] is of the kind {one.kind[:40]!r}, which is {why}"
        if one.configured:
            return f"provides[{place}].configured is only for what is built in"
    return ""


def targets(manifest: Extension) -> Iterator[tuple[str, str]]:
    """Each field that names something, with what it names."""
    yield from ((f"commands[{name!r}]", one.target) for name, one in manifest.commands.items())
    yield from ((f"provides[{place}]", one.target) for place, one in enumerate(manifest.provides))
    yield from ((f"services[{name!r}]", target) for name, target in manifest.services.items())
    yield from (("settings", target) for target in (manifest.settings,) if target)


def missing_in(manifest: Extension) -> str:
    """What a manifest names that isn't there, or isn't what its field wants; empty for nothing. Imports all of it."""
    from scrubjay.settings.schema import CORE_SECTIONS  # slow, and no start looks so closely

    if manifest.name in CORE_SECTIONS:
        return f"{manifest.name} is a section of the core's settings, so it can't be an extension's name"
    for field, target in targets(manifest):
        try:
            with Theirs():
                value = load(target)
                why = wrong_parameters(value) if field.startswith("commands") else ""
        except Exception as error:
            why = error_line(error)
        if field == "settings" and not why and not hasattr(value, "model_validate"):
            why = f"{target} is no model of pydantic"
        if why:
            return f"{field}: {why}"
    return ""
