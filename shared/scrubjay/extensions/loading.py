"""Loader of what the strings of a manifest name, called with what its parameters name. Light: hooks use it."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

from scrubjay.errors import NotFound
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.manifest import Extension
from scrubjay.model.frozen import parameters


def load(target: str) -> Any:
    """The object that a `module:attribute` names. Raises whatever the module does, and AttributeError."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


loaded = cache(load)
"""The same, looked up once: for what each call runs."""


def needs_of(maker: Any) -> dict[str, bool]:
    """The names of a function's or a class's parameters, and whether it can do without: the one place that reads them.

    They are read from its code or its fields, as `inspect` is slow.
    """
    if isinstance(maker, type) and (named := parameters(maker)) is not None:
        return named
    function: Any = maker.__init__ if isinstance(maker, type) else maker  # type: ignore[misc]
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    code = getattr(function, "__code__", None)
    if code is None:  # a class without a constructor of its own
        return {}
    number, skipped = code.co_argcount, int(isinstance(maker, type) or hasattr(function, "__self__"))
    names = code.co_varnames[: number + code.co_kwonlyargcount]
    filled = {*names[number - len(function.__defaults__ or ()) : number], *(function.__kwdefaults__ or ())}
    return {name: name in filled for name in names[skipped:]}


def asks_for(value: object, name: str) -> bool:
    """Whether something is a function whose first parameter has a name, such as `workspace` for one of ours."""
    return next(iter(needs_of(value)), "") == name


def make(maker: Callable[..., Any], given: Mapping[str, Any]) -> Any:
    """Call a function or class with the values that its parameters name. Raises NotFound for a missing value."""
    needs = needs_of(maker)
    if missing := [name for name, is_optional in needs.items() if not is_optional and name not in given]:
        raise NotFound(f"{getattr(maker, '__name__', 'it')} asks for {missing[0]}, which isn't there.")
    return maker(**{name: given[name] for name in needs if name in given})


def targets_of(kind: str, extensions: Iterable[Extension] = BUILT_IN) -> Iterator[str]:
    """The targets that manifests name for a kind, in order."""
    return (one.target for extension in extensions for one in extension.provides if one.kind == kind)


@contextmanager
def not_importing(package: str) -> Iterator[None]:
    """Let the import of an optional package fail that isn't loaded yet: for code of others that does without."""
    if package in sys.modules:
        yield
        return
    sys.modules[package] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[package]
