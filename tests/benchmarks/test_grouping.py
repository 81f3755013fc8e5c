"""Are memories that say the same grouped, and others not? Both errors, beside the settings of the field.

pytest tests/benchmarks/test_grouping.py -m benchmark -s --data FOLDER
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.memory.grouping.guards import kept_apart, rule_for
from tests.benchmarks.test_secrets import rows

PAIRS = Path(__file__).parents[1] / "shared" / "memory" / "grouping" / "data" / "pairs.jsonl"
"""Written by somebody who didn't know the code; the rule was chosen on the half dev alone."""

FALSE_MERGES = 0.02
FIELD = ((0.92, 10_000), (0.95, 7), (0.92, 30), (0.85, 90))
"""Bare cosines of the field, with their days."""

Row = dict[str, Any]


@pytest.fixture(scope="module")
def embedder() -> OnnxEmbedder:
    return OnnxEmbedder(threads=1)


def with_cosines(embedder: OnnxEmbedder, pairs: Iterable[Row]) -> list[Row]:
    pairs = list(pairs)
    left, right = ([*embedder.embed_passages([pair[side] for pair in pairs]).vectors] for side in ("a", "b"))
    return [pair | {"cosine": float(np.dot(a, b))} for pair, a, b in zip(pairs, left, right, strict=True)]


def ours(embedder: OnnxEmbedder) -> Callable[[Row], bool]:
    rule = rule_for(embedder.fingerprint.key)
    return lambda row: (
        row["cosine"] >= rule.cosine and row.get("days", 0) <= rule.days and not kept_apart(row["a"], row["b"])
    )


def errors(pairs: Iterable[Row], one: Callable[[Row], bool]) -> tuple[float, float]:
    """The shares of false merges and of false splits."""
    counts = Counter((bool(row["same"]), one(row)) for row in pairs)
    return (
        counts[False, True] / max(1, counts[False, True] + counts[False, False]),
        counts[True, False] / max(1, counts[True, True] + counts[True, False]),
    )


@pytest.mark.benchmark
def test_labelled_pairs(embedder: OnnxEmbedder) -> None:
    pairs = with_cosines(embedder, map(json.loads, PAIRS.read_text(encoding="utf-8").splitlines()))
    decide = ours(embedder)
    for half in ("dev", "judged"):
        some = [pair for pair in pairs if pair["half"] == half]
        within = [pair | {"days": 0} for pair in some]
        print(f"\n{half}: {len(some)} pairs{'':20} false merge  false split")
        figures = {"with guards, .80, 30 days": errors(some, decide), "with guards, whenever": errors(within, decide)}
        for cosine, days in FIELD:
            figures[f"bare {cosine}, {days if days < 1000 else 'any'} days"] = errors(
                some,
                lambda row, cosine=cosine, days=days: row["cosine"] >= cosine and row["days"] <= days,  # type: ignore[misc]
            )
        for name, (merged, split) in figures.items():
            print(f"  {name:34} {merged:11.3f}  {split:11.3f}")
        wrong = [pair for pair in within if not pair["same"] and decide(pair)]
        print("  merged by kind:", dict(Counter(pair["why"] for pair in wrong)))
        assert figures["with guards, whenever"][0] <= FALSE_MERGES, half


@pytest.mark.benchmark
def test_contradictions_are_not_grouped(embedder: OnnxEmbedder, data: Path) -> None:
    decide = ours(embedder)
    for label in ("CONTRADICTION", "NEUTRAL", "ENTAILMENT"):
        found = [row for row in rows(data / "contradiction" / "sick.jsonl.gz") if row["label"] == label]
        grouped = sum(map(decide, with_cosines(embedder, found)))
        print(f"\nSICK {label}: {grouped} of {len(found)} grouped")
        assert label != "CONTRADICTION" or grouped == 0
    for name in ("mrpc", "qqp"):
        found = with_cosines(embedder, rows(data / "near_duplicates" / f"{name}.jsonl.gz"))
        pairs = [row | {"same": row["label"] == 1} for row in found]
        merged, split = errors(pairs, decide)
        bare = errors(pairs, lambda row: row["cosine"] >= FIELD[0][0])
        print(f"{name}: false merge {merged:.3f}, false split {split:.3f} of {len(pairs):,}; bare .92: {bare}")
