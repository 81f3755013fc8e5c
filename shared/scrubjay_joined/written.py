"""What a server says of a memory that was written or is traced there: checked, bounded, each text safe. Pure."""

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from scrubjay.model.far import FarOutcome
from scrubjay_joined.answers import Digits, Name, Text, WireModel, first

MOST_LINES: Final = 60
"""Lines of a memory's history, as at home, and grounds of a claim."""

LONGEST_HISTORY: Final = 12_000
"""Characters of a memory's history; the memory itself has 10,000 at most."""

OneLine = Annotated[Text, AfterValidator(lambda text: " ".join(text.split()))]


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
    why: OneLine = ""
    add: OneLine = ""
    grounds: Grounds = []  # noqa: RUF012 - pydantic copies it

    def value(self, called: str) -> FarOutcome:
        """The outcome as the core takes it. Nothing that a home sends is told: that is made on the server's page."""
        grade = "said" if (self.outcome, self.grade) == ("stored", "told") else self.grade
        return FarOutcome(
            called=called, outcome=self.outcome, id=self.id, grade=grade, why=self.why, add=self.add,
            grounds=tuple(one.line for one in self.grounds),
        )  # fmt: skip


class WireHistory(WireModel):
    """A memory as it stands there, with its history in words."""

    id: Digits
    version: Annotated[int, Field(ge=1)]
    lines: Annotated[list[OneLine], first(MOST_LINES)]

    @property
    def shown(self) -> list[str]:
        """The lines that have room."""
        left, shown = LONGEST_HISTORY, list[str]()
        for line in self.lines:
            left -= len(line) + 1
            if left < 0:
                return [*shown, "- (…)"]
            shown.append(line)
        return shown


class WireConflict(WireModel):
    """A memory that somebody changed meanwhile: the text that wasn't kept, and what stands now, in which memory."""

    yours: Text = ""
    theirs: Text = ""
    id: Digits = ""
    status: Name = ""
