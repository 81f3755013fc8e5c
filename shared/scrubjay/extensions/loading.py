"""The one place where what a manifest names is imported."""

from importlib import import_module
from typing import Any


def load(target: str) -> Any:
    """What `module:attribute` names. Raises whatever the module does, and AttributeError."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)
