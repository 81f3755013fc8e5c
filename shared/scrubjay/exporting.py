"""The names that a package offers, imported when they are first used: one module of it needs nothing else of it."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def exported(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__`. `modules`: the full name of the module that defines each name."""

    def find(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    return find
