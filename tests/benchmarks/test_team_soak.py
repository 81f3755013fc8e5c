"""How a soak is judged: a figure grows only where its slope's whole interval lies above zero."""

import random
from typing import Any

from tests.benchmarks.soak_judged import FIGURES, judged, slope


def rows(grows: float) -> list[dict[str, Any]]:
    """An hour at 200 requests a minute, with noise, and a memory that grows by so much per 1,000 requests."""
    noise = random.Random(1)
    return [
        {
            **dict.fromkeys(FIGURES, 1.0),
            "seconds": minute * 60.0,
            "requests": minute * 200,
            "server_mb": 200.0 + grows * minute * 0.2 + noise.uniform(-1, 1),
            "tables": {"scrubjay.outbox": [100 + noise.randrange(10), 0], "scrubjay.memory": [minute * 3, 0]},
        }
        for minute in range(60)
    ]


def test_noise_is_flat_and_a_leak_is_found() -> None:
    requests = [float(number * 200) for number in range(60)]
    noise = random.Random(2)
    assert slope(requests, [200 + noise.uniform(-5, 5) for _ in requests]).flat
    leak = slope(requests, [200 + number * 0.2 + noise.uniform(-1, 1) for number in range(60)])
    assert not leak.flat
    assert 0.8 < leak.each < 1.2


def test_the_table_names_what_grows() -> None:
    lines = judged(rows(grows=2.0))
    grown = [line.partition(" |")[0] for line in lines if line.endswith("GROWS")]
    assert grown == ["server_mb", "rows of scrubjay.memory"]


def test_too_few_rows_say_nothing() -> None:
    assert judged(rows(0.0)[:4]) == ["only 4 rows: nothing can be judged"]
