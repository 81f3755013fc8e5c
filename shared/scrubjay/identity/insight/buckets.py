"""Histograms on a scale of powers, and the percentiles that they tell with a stated error. Pure."""

import math
from collections.abc import Mapping
from typing import Final

STEPS: Final = 4
"""Buckets from one power of two to the next."""

LEAST: Final = -13
MOST: Final = 120
"""The first and the last bucket: from a tenth to a thousand million; what lies beyond counts as the outermost."""

ERROR: Final = 2 ** (1 / (2 * STEPS)) - 1
"""The largest relative error of a value told by its bucket: 9.1 %."""


def bucket_of(value: float) -> int:
    """The bucket of a value: the n-th holds what is above 2^((n-1)/4), up to 2^(n/4)."""
    if value <= 0:
        return LEAST
    return max(LEAST, min(MOST, math.ceil(round(STEPS * math.log2(value), 9))))


def value_of(bucket: int) -> float:
    """The value that stands for a bucket: the geometric middle."""
    return float(2 ** ((bucket - 0.5) / STEPS))


def bounds_of(bucket: int) -> tuple[float, float]:
    """What a bucket holds: above the first value, up to the second."""
    return 2 ** ((bucket - 1) / STEPS), 2 ** (bucket / STEPS)


def percentile(histogram: Mapping[int, int], share: float) -> float | None:
    """The value that a share of all doesn't exceed, within ERROR; None of none. Nearest-rank, as NIST defines it."""
    total = sum(histogram.values())
    if total <= 0:
        return None
    rank = max(1, math.ceil(share * total - 1e-9))
    seen = 0
    for bucket in sorted(histogram):
        seen += histogram[bucket]
        if seen >= rank:
            return value_of(bucket)
    return None
