"""What does each view of the page cost with 10,000 memories and 100,000 passages? CPU of the server, and bytes.

pytest tests/benchmarks/test_ui.py -m benchmark -s
"""

import os
import statistics
from pathlib import Path

import pytest

from scrubjay_graph.services import GraphServices
from tests.benchmarks.figures import Size, spent
from tests.servers.ui.addresses import addresses
from tests.servers.ui.conftest import browsing, made_rich
from tests.servers.ui.large import enlarge

pytestmark = pytest.mark.benchmark

MOST_MS = 150
MOST_BYTES = 300_000
TIMES = 5
"""Requests of each page; the first, which loads what is loaded once, isn't counted."""

FURTHER = (
    "memories?page=100", "memories?as=cards", "memories?sort=used&order=up", "memories?sort=newest",
    "memories?q=hall+17", "memories?state=fallen", "memories?grade=said", "memories?state=waiting",
    "memories?state=unused&sort=used", "memories?state=stale",
    "search?q=retry+policy&limit=50", "search?q=a+parcel+of+hall&kind=memory&limit=50", "insight?days=365",
    "graph?about=docs/adr/0003-redis.md&hops=3",
)  # fmt: skip
"""What the forms of the pages ask for besides the examples."""


def test_every_view_is_quick_and_small(tmp_path: Path, environment: dict[str, str], size: Size) -> None:
    home = made_rich(tmp_path, environment)
    memories, passages = enlarge(home, size.of(10_000, 20), size.of(100_000, 20))
    given = f"{memories:,} memories, {passages:,} passages"
    missed = []
    asked = (*addresses(home), *((address, address) for address in FURTHER))
    with browsing(home) as browser:
        GraphServices.of(browser.app.workspace(home.repo.path)).graph.counts()  # the pages build no graph
        for name, address in asked:
            first, cpus, gits, page = 0.0, [], [], None
            for number in range(size.of(TIMES, 1) + 1):
                with spent() as cost:
                    page = browser.open(address)
                if number:
                    cpus.append((cost.cpu + cost.children) * 1000)
                    gits.append(cost.children * 1000)
                else:
                    first = (cost.cpu + cost.children) * 1000
            assert page is not None
            assert page.status == 200, (name, page.text)
            bytes_, cpu = len(page.html.encode()), statistics.median(cpus)
            over = " OVER" if cpu > MOST_MS or (bytes_ > MOST_BYTES and page.kind == "text/html") else ""
            missed += [name] if over else []
            result = f"{cpu:.0f} ms (git {statistics.median(gits):.0f}), {bytes_ / 1000:.0f} kB{over}"
            size.show(name, given, result, f"{MOST_MS} ms, {MOST_BYTES // 1000} kB; first {first:.0f} ms")
    size.show("over", f"load {os.getloadavg()[0]:.1f}", f"{len(missed)} of {len(asked)}", " ".join(missed))
