"""Regular expressions that stand at the top of a module: each is compiled where it is first used. And those of ids.

A worker imports 600 of them and uses 90; compiling the rest is a tenth of its CPU. What is wrong with an expression is
found at its first use, so one that comes from a user or a file is compiled by `re` itself.
Type checkers see the standard library's function.
"""

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    Expression = re.Pattern
    pattern = re.compile
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


# Ids in hexadecimal digits, to be compiled alone or as a part of a larger pattern; none has a group.

COMMIT_IN_PROSE: Final = r"\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b"
"""A commit's id among words, shortened or not: with a figure and a letter, since 2024010 is a number and "defaced" a
word.
"""

COMMIT_PREFIX: Final = r"[0-9a-f]{7,64}"
"""A commit's id where nothing else is meant, from the seven digits that git prints on."""

OBJECT_ID: Final = r"(?:[0-9a-f]{64}|[0-9a-f]{40})"
"""The full id of a git object, by SHA-256 or SHA-1."""

OWN_ID: Final = r"[0-9a-f]{32}"
"""The id of a project or a home."""

MEMORY_ID: Final = r"[0-9a-f]{8,64}"
"""The id of a memory, whole or as far as a person types it."""
