"""Words that the inputs of a session's tools held: whatever prints them says what an agent said. Pure."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from scrubjay.memory.transcript.session import Call
from scrubjay.memory.transcript.words import RUN, folded, words

_NAME: Final = re.compile(r"(?P<path>[\w@+-]*[./][\w./@+-]*\w)(?P<inner>(?:::\w+)*)")
"""A path, or a name within a file as test runners write it."""

Stood = Callable[[str], str]
"""The text of a tracked file as it was when the session began, by its path; empty for what was none."""


@dataclass(frozen=True)
class _Input:
    """What a tool was asked, in the forms that it is compared in; each is made when it is first needed."""

    text: str

    @cached_property
    def low(self) -> str:
        return folded(self.text)

    @cached_property
    def said(self) -> str:
        return f" {' '.join(words(self.text))} "


class Given:
    """The inputs of some calls. `stood` tells names of the repository's own apart from words that an agent chose."""

    def __init__(self, calls: Iterable[Call], stood: Stood) -> None:
        self._inputs = tuple(_Input(text) for text in dict.fromkeys(call.inputs for call in calls))
        self._stood = stood

    def holds(self, text: str) -> bool:
        """Whether an input holds a text, whole or five words of it in a row, beyond names that the repository has."""
        if not self._repeats([words(text)]):
            return False
        rest = [run for part in self._without_names(text) if (run := words(part))]
        return not rest or self._repeats(rest)

    def _repeats(self, runs: list[tuple[str, ...]]) -> bool:
        pieces = [run[position : position + RUN] for run in runs for position in range(max(1, len(run) - RUN + 1))]
        long = [piece for piece in pieces if len(piece) == RUN]
        for source in self._inputs:
            repeated = [piece for piece in pieces if self._in_a_row(piece, source)]
            if any(piece in repeated for piece in long) or len(repeated) == len(pieces):
                return True
        return False

    def _in_a_row(self, piece: tuple[str, ...], source: _Input) -> bool:
        return all(word in source.low for word in piece) and f" {' '.join(piece)} " in source.said

    def _without_names(self, text: str) -> list[str]:
        """A text in parts, cut where it names a file that was tracked then, or what that file names."""
        cut = []
        end = 0
        for name in _NAME.finditer(text):
            if before := self._stood(name["path"]):
                cut.append(text[end : name.start()])
                inner = [part for part in name["inner"].split("::") if part and not re.search(rf"\b{part}\b", before)]
                cut += inner
                end = name.end()
        return [*cut, text[end:]]
