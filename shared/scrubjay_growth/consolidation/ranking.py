"""Weight of a memory that nothing stands behind but its author: less with the time since it was last seen. Pure."""

import math
from datetime import date
from typing import Final

HALF_LIFE: Final = 14
"""Days in which half of the weight goes."""

DIGITS: Final = 3


def weight(last_seen: date, today: date) -> float:
    """From 1 down to 0. What is told, quoted or grounded is never weighed; how often it was read counts for nothing."""
    return round(math.exp2(-max(0, (today - last_seen).days) / HALF_LIFE), DIGITS)
