"""What a server says of a memory that was written or is traced there: checked, bounded, each text safe. Pure."""

from typing import Annotated, Final, Literal

from pydantic import Field

from scrubjay.model.far import FarOutcome
from scrubjay_joined.answers import Digits, Name, Text, WireModel, first

MOST_LINES: Final = 100
"""Lines of a memory's history, and grounds of a claim."""


class WireGround(WireModel):
    """What a memory leans on, as the server states it."""

    place: Name = ""
    words: Name = ""
    state: Name = ""

    @property
    def line(self) -> str:
        """In one line."""
        state = f" ({self.state})" if self.state not in ("", "same") else ""
        return f'{self.place}{state}: "{self.words}"' if self.words else f"{self.place}{state}"


Grounds = Annotated[list[WireGround], first(MOST_LINES)]


class WireOutcome(WireModel):
    """What became of a claim or of a change."""

    outcome: Literal["stored", "known", "held", "blocked", "forgotten", "invalidated", "retracted"]
    id: Digits = ""
    grade: Literal["", "told", "quoted", "said"] = ""
    why: Text = ""
    add: Text = ""
    grounds: Grounds = []  # noqa: RUF012 - pydantic copies it

    def value(self, called: str) -> FarOutcome:
        """The outcome as the core takes it."""
        return FarOutcome(
            called=called, outcome=self.outcome, id=self.id, grade=self.grade, why=self.why, add=self.add,
            grounds=tuple(one.line for one in self.grounds),
        )  # fmt: skip


class WireHistory(WireModel):
    """A memory as it stands there, with its history in words."""

    id: Digits
    version: Annotated[int, Field(ge=1)]
    lines: Annotated[list[Text], first(MOST_LINES)]


class WireConflict(WireModel):
    """A memory that somebody changed meanwhile: the text that wasn't kept, and what stands now, in which memory."""

    yours: Text = ""
    theirs: Text = ""
    id: Digits = ""
    status: Name = ""
