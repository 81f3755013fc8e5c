"""What does a memory weigh that nobody vouches for? Less with the time since it was last seen. Pure."""

import math
from datetime import date
from typing import Final

from scrubjay.model.grade import Grade

OBSERVED_DAYS: Final = 180
PROCEDURE_DAYS: Final = 365
UNCONFIRMED_DAYS: Final = 14
"""Days in which half of the weight goes."""

DIGITS: Final = 3


def weight(grade: Grade, kind: str, last_seen: date, today: date) -> float:
    """From 1 down to 0. What is told, verified or cited keeps its weight; how often it was read counts for nothing."""
    if grade in (Grade.TOLD, Grade.VERIFIED, Grade.CITED):
        return 1.0
    half = UNCONFIRMED_DAYS if grade is Grade.UNCONFIRMED else PROCEDURE_DAYS if kind == "procedure" else OBSERVED_DAYS
    return round(math.exp2(-max(0, (today - last_seen).days) / half), DIGITS)
