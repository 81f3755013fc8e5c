"""Parts that are installed on request: asked for before a command that needs one does anything."""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.model.hints import installing

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"ui": ("jinja2", "plotext", "starlette", "uvicorn"), "sync": ("cryptography", "pyrage")}
)
"""The modules that an extra of `pyproject.toml` brings and commands need, by its name."""


def lacking(extra: str, found: Callable[[str], object] = find_spec) -> str:
    """The sentence that names what isn't installed of an extra, with the line that installs it; empty: nothing."""
    missing = [module for module in EXTRAS[extra] if found(module) is None]
    return f"{', '.join(missing)} not installed: {installing(extra)}." if missing else ""


def need(extra: str, what: str) -> None:
    """Go on where an extra is installed. Raises UsageError with the line that installs it."""
    if missing := lacking(extra):
        raise UsageError(f"{what} needs more than is here: {missing}")
