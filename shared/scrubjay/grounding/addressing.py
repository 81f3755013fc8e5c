"""Texts of one agent that others are shown as they are: none may speak to its reader as an attack does."""

from collections.abc import Iterable

from scrubjay.errors import SpeaksToReader
from scrubjay.model.agent import AgentType, Caller


def forbid_instructions(caller: Caller, texts: Iterable[tuple[str, str]]) -> None:
    """Check an agent's texts, each with the name of its field; a person says what they like. Raises SpeaksToReader.

    Only the phrases and marks of known techniques count. What one leaves for another is addressed to it, so the model
    that reads claims would take every other task for an instruction.
    """
    if caller.type is AgentType.HUMAN:
        return
    from scrubjay.grounding.injection import find_marks  # late: its module brings numpy, and lists don't need it

    for field, text in texts:
        for flag in find_marks(text):
            raise SpeaksToReader(
                f'{field} speaks to its reader ({flag.technique}: "{flag.words}"), so nothing was stored. Say what is '
                "to be done without it; a person may leave it as it is: `scrubjay handoff create`."
            )
