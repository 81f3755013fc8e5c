"""Daily sums as they are read: totals, days and histograms of a measure. Pure."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from scrubjay.identity.insight.buckets import percentile
from scrubjay.identity.insight.events import Measure
from scrubjay.model.frozen import dataclass

Key = tuple[str, str, str, int]
"""Day, measure, label and bucket of a sum."""


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
        """Those of some days, both included."""
        return DailySums({key: number for key, number in self.sums.items() if first <= key[0] <= last})

    def split(self, spans: Sequence[tuple[str, str]]) -> "tuple[DailySums, ...]":
        """Those of some spans, each of its first and last day, in order and apart from each other."""
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
        """Those of every label, the most frequent first."""
        each = (self.latency(label) for label in self.totals(Measure.MILLISECONDS))
        return tuple(latency for latency in each if latency is not None)

    def last_day(self, measure: Measure) -> str:
        """The last day on which something of a measure was counted; empty for none."""
        return max((day for day, name, *_ in self.sums if name == measure), default="")
