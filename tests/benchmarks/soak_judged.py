"""What grew during a soak: each figure's slope per 1,000 requests, with the interval in which it lies in 19 of 20."""

import math
from itertools import pairwise
from typing import Any, Final

from scrubjay.model.frozen import dataclass

FIGURES: Final = (
    "server_mb", "server_rss_mb", "postgres_mb", "files", "threads", "sockets", "children", "postgres_processes",
    "sessions", "stuck", "wal_mb", "database_mb", "mirror_mb", "folder_mb", "dead", "p50_ms", "p95_ms", "errors",
)  # fmt: skip
WARM: Final = 0.25
"""The part of the rows, from the first on, that aren't judged: caches fill, indexes are built, the first are held."""
FEWEST: Final = 6
BLOCKS: Final = 8
"""The rows are judged by the means of so many blocks: neighbours are alike, so that rows alone would seem too sure."""


@dataclass(frozen=True, slots=True)
class Slope:
    """How a figure grows per 1,000 requests, and half of its interval of 95 %."""

    each: float
    half: float

    @property
    def flat(self) -> bool:
        """Whether the interval holds 0, or all of it lies below."""
        return self.each - self.half <= 0


_T: Final = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45}
"""Student's t for 95 % by degrees of freedom."""


def slope(requests: list[float], values: list[float]) -> Slope:
    """The least squares' slope of the values over thousands of requests, by blocks of them. Pure."""
    count = min(BLOCKS, len(requests))
    ends = [len(requests) * number // count for number in range(count + 1)]
    x = [sum(requests[a:b]) / (b - a) / 1000 for a, b in pairwise(ends)]
    y = [sum(values[a:b]) / (b - a) for a, b in pairwise(ends)]
    mx, my = sum(x) / count, sum(y) / count
    spread = sum((one - mx) ** 2 for one in x)
    if count < 3 or not spread:
        return Slope(0.0, math.inf)
    each = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / spread
    rest = sum((b - my - each * (a - mx)) ** 2 for a, b in zip(x, y, strict=True))
    return Slope(each, _T[count - 2] * math.sqrt(rest / (count - 2) / spread))


def judged(rows: list[dict[str, Any]]) -> list[str]:
    """The lines of the table."""
    kept = rows[int(len(rows) * WARM) :]
    if len(kept) < FEWEST:
        return [f"only {len(rows)} rows: nothing can be judged"]
    requests = [float(row["requests"]) for row in kept]
    hours = (rows[-1]["seconds"] - rows[0]["seconds"]) / 3600
    lines = [
        f"{hours:.2f} h, {rows[-1]['requests']:,} requests, {sum(row['errors'] for row in rows)} errors; judged: the "
        f"last {len(kept)} of {len(rows)} minutes, {requests[-1] - requests[0]:,.0f} requests",
        "figure | first judged | last | per 1,000 requests | interval | flat",
    ]
    for name in FIGURES:
        values = [float(row.get(name, 0.0)) for row in kept]
        lines.append(_line(name, values, slope(requests, values)))
    names = sorted({name for row in kept for name in row["tables"]})
    for name in names:
        values = [float(row["tables"].get(name, [0, 0])[0]) for row in kept]
        found = slope(requests, values)
        if not found.flat:
            lines.append(_line(f"rows of {name}", values, found))
    return lines


def _line(name: str, values: list[float], found: Slope) -> str:
    flat = "yes" if found.flat else "GROWS"
    return f"{name} | {values[0]:,.1f} | {values[-1]:,.1f} | {found.each:+.3f} | ±{found.half:.3f} | {flat}"
