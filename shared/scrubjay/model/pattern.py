"""Regular expressions that stand at the top of a module: each is compiled where it is first used.

A worker imports 600 of them and uses 90; compiling the rest is a tenth of its CPU. What is wrong with an expression is
found at its first use, so one that comes from a user or a file is compiled by `re` itself.
Type checkers see the standard library's function.
"""

import re
from typing import TYPE_CHECKING, Any

__all__ = ["Expression", "pattern"]

if TYPE_CHECKING:
    from re import Pattern as Expression
    from re import compile as pattern
else:

    class Expression:
        """A regular expression: what a compiled one has, from its first use on without a way round."""

        def __init__(self, form: Any, flags: int = 0) -> None:
            self.pattern = form
            self._flags = flags

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):  # asked by `copy` and `pickle`, maybe before there is a form
                raise AttributeError(name)
            compiled = re.compile(self.pattern, self._flags)
            vars(self).update((one, getattr(compiled, one)) for one in dir(compiled) if not one.startswith("_"))
            return getattr(compiled, name)

        def __repr__(self) -> str:
            return repr(re.compile(self.pattern, self._flags))

    def pattern(form: Any, flags: int = 0) -> Expression:
        """As `re.compile`, without the work."""
        return Expression(form, flags)
