"""Modules that are imported where something of them is used, for what few runs of a program need.

Type checkers see the import itself::

    if TYPE_CHECKING:
        import yaml
    else:
        yaml = Later("yaml")
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any

__all__ = ["Later"]


class Later(ModuleType):
    """A module, imported at its first use."""

    def __getattr__(self, name: str) -> Any:
        self.give_way()
        value = getattr(import_module(self.__name__), name)
        if not name.startswith("__"):
            vars(self)[name] = value
        return value

    @contextmanager
    def standing_in(self) -> Iterator[None]:
        """Stand in for the module within the block, for modules that import it and hardly ever use it."""
        sys.modules.setdefault(self.__name__, self)
        try:
            yield
        finally:
            self.give_way()

    def give_way(self) -> None:
        """Stop standing in: the next import gets the module itself."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
