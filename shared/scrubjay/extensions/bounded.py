"""Bounds on what an extension gives, before anybody reads it: a length, and no secrets. One place for all kinds."""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final, TypeVar, cast

from scrubjay.errors import ScrubjayError
from scrubjay.model.counted import counted
from scrubjay.privacy.secrets.masking import masked_text

MOST: Final = 200_000
"""Characters of one answer to a person, as of one text of a source."""

MOST_FOR_AGENTS: Final = 40_000
"""Characters of one answer to an agent: about 10,000 tokens, as many as a tool of ours gives."""

MOST_OF_AN_ERROR: Final = 500
MARGIN: Final = 5_000
"""Characters behind the end that are read, so that a secret which is cut in two is still seen."""

T = TypeVar("T")


def bounded(value: T, most: int = MOST) -> T:
    """A text, or a dataclass or tuple with texts, cut after `most` characters in all, each text masked. Pure."""
    return cast("T", _Left(most).of(value))


def bounded_lines(lines: Iterable[object], most: int = MOST) -> list[str]:
    """Lines as texts, no further than one beyond `most` characters, however many there are."""
    found: list[str] = []
    for line in lines:
        found.append(str(line)[: most + 1])
        most -= len(found[-1]) + 1
        if most < 0:
            break
    return found


def bounded_error(error: ScrubjayError) -> ScrubjayError:
    """An error that an extension raises to be told, with its message bounded."""
    error.args = (bounded(str(error), MOST_OF_AN_ERROR),)
    return error


class _Left:
    """What may still be given of one answer."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._left = most

    def of(self, value: Any) -> Any:
        """A value with its texts masked, and cut where no more may be given."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, tuple):
            return tuple(self._some(value))
        if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{one.name: self.of(getattr(value, one.name)) for one in fields(value)})
        return value

    def _some(self, values: Iterable[Any]) -> Iterable[Any]:
        """As many of some values as may still be given, each bounded."""
        for value in values:
            if self._left <= 0:
                return
            self._left -= 1
            yield self.of(value)

    def _text(self, text: str) -> str:
        """A text, masked and cut to what may still be given."""
        shown = masked_text(text[: self._left + MARGIN])
        cut = len(shown) > self._left
        shown = shown[: max(0, self._left)]
        self._left -= len(shown)
        return f"{shown}… (cut: it has more than {counted(self._most, 'character')})" if cut else shown
