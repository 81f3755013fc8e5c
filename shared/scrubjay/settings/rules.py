"""What holds of a section or a key beside its values, as marks in the schema: who may set it, and by which way."""

from enum import Enum, auto


class Rule(Enum):
    """A mark of a field; on a section it holds for every key below."""

    FILE_ONLY = auto()
    """No environment variable sets it: otherwise whoever starts a process would decide for the person."""
    PERSON_ALONE = auto()
    """The command sets it for a person alone, never for a script, whatever that is trusted with."""
    REPOSITORY = auto()
    """A repository's file may set it."""
    ONLY_OFF = auto()
    """What a repository may switch off, never on."""
