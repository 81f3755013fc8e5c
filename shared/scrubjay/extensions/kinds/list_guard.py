"""Guards of a list that an agent asks for: whether its session takes everything out, call by call."""

from collections.abc import Collection
from typing import Protocol

from scrubjay.model.guard_verdict import GuardVerdict


class ListGuard(Protocol):
    """Remembers what sessions asked, and judges what they ask next. Thread-safe; a person is never judged."""

    def attempted(self, session: str, query: str) -> None:
        """A session asked for what isn't its own, and was refused."""
        ...

    def judge(self, session: str, authors: Collection[str]) -> GuardVerdict:
        """How much of a list a session may see that would show it so many authors, by id; the look counts as one."""
        ...
