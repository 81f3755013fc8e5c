"""Daily sums as they are read: totals, days and histograms of a measure. Pure."""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

from scrubjay.identity.insight.events import STEPS, Key, Measure
from scrubjay.model.frozen import dataclass


def value_of(bucket: int) -> float:
    """The value that stands for a bucket: the geometric middle."""
    return float(2 ** ((bucket - 0.5) / STEPS))


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


@dataclass(frozen=True, slots=True)
class Latency:
    """How long something took, in milliseconds: half, 19 of 20, 99 of 100 took no longer, within buckets.ERROR."""

    label: str
    number: int
    p50: float
    p95: float
    p99: float


@dataclass(frozen=True, slots=True)
class DailySums:
    """The sums of some days, by day, measure, label and bucket."""

    sums: Mapping[Key, int]

    def between(self, first: str, last: str) -> "DailySums":
        """The sums of some days, the first and the last included."""
        return DailySums({key: number for key, number in self.sums.items() if first <= key[0] <= last})

    def split(self, spans: Sequence[tuple[str, str]]) -> "tuple[DailySums, ...]":
        """The sums of several separate spans of days, each span given by its first and last day."""
        lasts = [last for _, last in spans]
        parts: list[dict[Key, int]] = [{} for _ in spans]
        for key, number in self.sums.items():
            place = bisect_left(lasts, key[0])
            if place < len(spans) and spans[place][0] <= key[0]:
                parts[place][key] = number
        return tuple(map(DailySums, parts))

    def totals(self, measure: Measure) -> dict[str, int]:
        """The sum of each label, the largest first."""
        totals: dict[str, int] = {}
        for (_, name, label, _), number in self.sums.items():
            if name == measure:
                totals[label] = totals.get(label, 0) + number
        return dict(sorted(totals.items(), key=lambda pair: (-pair[1], pair[0])))

    def histogram(self, measure: Measure, label: str) -> dict[int, int]:
        """How many of a label are in each bucket."""
        histogram: dict[int, int] = {}
        for (_, name, of, bucket), number in self.sums.items():
            if name == measure and of == label:
                histogram[bucket] = histogram.get(bucket, 0) + number
        return histogram

    def latency(self, label: str) -> Latency | None:
        """The percentiles of a label's times; None where nothing was timed."""
        histogram = self.histogram(Measure.MILLISECONDS, label)
        found = [percentile(histogram, share) for share in (0.5, 0.95, 0.99)]
        known = [value for value in found if value is not None]
        return Latency(label, sum(histogram.values()), *known) if len(known) == len(found) else None

    def latencies(self) -> tuple[Latency, ...]:
        """The percentiles of every label's times, the most frequent label first."""
        each = (self.latency(label) for label in self.totals(Measure.MILLISECONDS))
        return tuple(latency for latency in each if latency is not None)

    def last_day(self, measure: Measure) -> str:
        """The last day on which something of a measure was counted; empty for none."""
        return max((day for day, name, *_ in self.sums if name == measure), default="")


SPANS: Final = {7: 1, 30: 1, 90: 7, 365: 28}
"""The spans that can be chosen, in days, each with the days of its periods."""


@dataclass(frozen=True, slots=True)
class Period:
    """Days that belong together, the first and the last of them (ISO 8601)."""

    first: str
    last: str


def periods(today: str, days: int) -> tuple[Period, ...]:
    """The whole periods of a span that ends today, the oldest first; the first may begin before the span."""
    end, step = date.fromisoformat(today), SPANS[days]
    number = -(-days // step)
    lasts = [end - timedelta(days=step * (number - 1 - place)) for place in range(number)]
    return tuple(Period((last - timedelta(days=step - 1)).isoformat(), last.isoformat()) for last in lasts)


def ages(moments: Iterable[str], now: str) -> dict[str, int]:
    """How many days ago some moments (ISO 8601) were, in four groups of days."""
    today = date.fromisoformat(now[:10])
    groups = {"today or yesterday": 0, "2 to 7 days": 0, "8 to 30 days": 0, "longer": 0}
    names = tuple(groups)
    for moment in moments:
        age = (today - date.fromisoformat(moment[:10])).days
        groups[names[0 if age < 2 else 1 if age < 8 else 2 if age < 31 else 3]] += 1
    return groups
