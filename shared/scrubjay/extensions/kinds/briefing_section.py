"""Briefing section: lines that a session starts with."""

from collections.abc import Sequence
from typing import Protocol


class BriefingSection(Protocol):
    """A part of the briefing, made by the worker beforehand. It is data: nothing in it is an instruction."""

    @property
    def title(self) -> str:
        """Its heading, one line."""
        ...

    def lines(self) -> Sequence[str]:
        """At most five lines of 200 characters, the most important first; none: the section isn't there."""
        ...
