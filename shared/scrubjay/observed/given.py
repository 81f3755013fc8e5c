"""Did the inputs of a session's tools give some words? Then whatever prints them says what an agent said. Pure."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from scrubjay.observed.session import Call
from scrubjay.observed.words import RUN, content, folded, words
from scrubjay.text.stop_words import STOP_WORDS

_NAME: Final = re.compile(r"(?P<path>[\w@+-]*[./][\w./@+-]*\w)(?P<inner>(?:::\w+)*)")
"""A path, or a name within a file as test runners write it."""

THIRD: Final = 3
"""The part of a text that inputs may leave out, or that it must be of an input, to be made of it."""

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
    def words(self) -> frozenset[str]:
        return frozenset(words(self.text))

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

    def makes_up(self, text: str) -> bool:
        """Whether inputs gave a text's words: one of them two thirds of its content words, or together all.

        Together only those count that say little else: in a long session each word was once in an input.
        """
        text_words = self._content([text])
        if not self._gives(text_words):
            return False
        rest = self._content(self._without_names(text))
        return not rest or self._gives(rest)

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

    def _gives(self, text_words: frozenset[str]) -> bool:
        left = set(text_words)
        for source in self._inputs:
            if any(word in source.low for word in text_words):
                shared = text_words & source.words
                if THIRD * len(shared) >= len(source.words - STOP_WORDS):
                    left -= shared
                if THIRD * len(text_words - shared) <= len(text_words):
                    return True
        return not left

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

    def _content(self, parts: Iterable[str]) -> frozenset[str]:
        return frozenset(word for part in parts for word in content(part))
