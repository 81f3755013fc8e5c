"""What the strings of a manifest name, loaded, and made of what its parameters name. Light: hooks use it."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any

from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.manifest import Extension


def load(target: str) -> Any:
    """What a `module:attribute` names. Raises whatever the module does, and AttributeError."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def needs_of(maker: Any) -> tuple[str, ...]:
    """The names of a function's or a class's parameters; read from its code, as `inspect` is slow."""
    function: Any = maker.__init__ if isinstance(maker, type) else maker  # type: ignore[misc]
    code = getattr(function, "__code__", None)
    if code is None:  # a class without a constructor of its own
        return ()
    names: tuple[str, ...] = code.co_varnames[isinstance(maker, type) : code.co_argcount + code.co_kwonlyargcount]
    return names


def made_of(maker: Any, given: Mapping[str, object]) -> Any:
    """What a function or class makes of the values that its parameters name. Raises KeyError for a name without one."""
    return maker(**{name: given[name] for name in needs_of(maker)})


def targets_of(kind: str, extensions: Iterable[Extension] = BUILT_IN) -> Iterator[str]:
    """The targets that manifests name for a kind, in order."""
    return (one.target for extension in extensions for one in extension.provides if one.kind == kind)
