"""Texts of one agent that others are shown as they are: none may speak to its reader as an attack does."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields

from scrubjay.errors import SpeaksToReader
from scrubjay.memory.grounding.injection import find_marks


def forbid_instructions(texts: Iterable[tuple[str, str]], *, by_person: bool = False) -> None:
    """Check an agent's texts, each with the name of its field; a person says what they like. Raises SpeaksToReader.

    Only the phrases and marks of known techniques count. What one leaves for another is addressed to it, so the model
    that reads claims would take every other task for an instruction.
    """
    if by_person:
        return

    for field, text in texts:
        for flag in find_marks(text):
            raise SpeaksToReader(
                f'{field} speaks to its reader ({flag.technique}: "{flag.words}"), so nothing was stored. Say what is '
                "to be done without it; a person may leave it as it is: `scrubjay session`, `scrubjay handoff create`."
            )


def texts_of(entry: object, without: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a note, a task or a save, each with the name of its field; `without` names one that is left out."""
    for field in fields(entry):  # type: ignore[arg-type]  # of any dataclass
        if field.name != without:
            yield from ((field.name, text) for text in _texts(getattr(entry, field.name)))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield str(name)
            yield from _texts(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _texts(inner)
