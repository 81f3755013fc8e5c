"""How well do the checks of grounding tell claims apart? A figure for each file, never one pooled number.

pytest tests/benchmarks/test_grounding.py -m benchmark -s --data FOLDER
"""

from pathlib import Path

import pytest

from scrubjay.inference.embedding.probe import reading_model
from scrubjay.memory.grounding.injection import find_instruction, find_marks
from scrubjay.memory.grounding.likeness import compare
from scrubjay.memory.grounding.prose import find_hedges
from scrubjay.privacy.secrets.masking import find_secrets
from tests.benchmarks.test_secrets import Row, rows

EQUAL = 4.0
"""STS-B's score from which on two sentences say the same, details aside."""


@pytest.mark.benchmark
def test_how_many_hedges_are_seen(data: Path) -> None:
    found = [(bool(r["uncertain"]), bool(find_hedges(r["text"]))) for r in rows(data / "hedge" / HEDGES)]
    hit, false, missed = found.count((True, True)), found.count((False, True)), found.count((True, False))
    print(f"\nCoNLL-2010: recall {hit / (hit + missed):.3f}, precision {hit / (hit + false):.3f} of {len(found):,}")


@pytest.mark.benchmark
def test_what_is_taken_for_an_injection(data: Path) -> None:
    print(f"\n{'file':40} {'attacks':>8} {'recall':>7} {'benign':>7} {'flagged':>8}")
    for file in sorted((data / "injection").glob("*.jsonl.gz")):
        seen = [(bool(row["label"]), _held(row["text"])) for row in rows(file)]
        attacks, benign = [one for one in seen if one[0]], [one for one in seen if not one[0]]
        recall = f"{sum(hit for _, hit in attacks) / len(attacks):.3f}" if attacks else "-"
        flagged = f"{sum(hit for _, hit in benign) / len(benign):.3f}" if benign else "-"
        print(f"{file.name:40} {len(attacks):>8,} {recall:>7} {len(benign):>7,} {flagged:>8}")
        if file.name.startswith("injecagent"):
            assert float(recall) >= 0.60
    print("goals: injecagent .60; notinject flagged .10, missed since the model reads too (ADR 0047)")


@pytest.mark.benchmark
def test_what_honest_paragraphs_meet(data: Path) -> None:
    texts = [row["text"] for row in rows(data / "benign_docs" / "paragraphs.jsonl.gz")]
    shares = {
        "blocked as a hedge": sum(bool(find_hedges(text)) for text in texts),
        "masked as a secret": sum(bool(find_secrets(text)) for text in texts),
        "flagged as an injection": sum(_held(text) for text in texts),
    }
    for name, count in shares.items():
        print(f"\nbenign paragraphs {name}: {count / len(texts):.4f} of {len(texts):,}", end="")
    print("\ngoals: .01, .005, .005")


@pytest.mark.benchmark
def test_what_is_blocked_as_a_repetition_is_one(data: Path) -> None:
    print(f"\n{'set':12} {'pairs':>7} {'blocked':>8} {'of them repetitions':>20}")
    right = blocked = 0
    for name in ("mrpc", "qqp", "stsb"):
        every = rows(data / "near_duplicates" / f"{name}.jsonl.gz")
        some = [r for r in every if _blocked(r)]
        same = sum(bool(r["label"]) if "label" in r else r["score"] >= EQUAL for r in some)
        print(f"{name:12} {len(every):>7,} {len(some):>8} {same / max(1, len(some)):>20.3f}")
        right, blocked = right + same, blocked + len(some)
    print(f"precision of BLOCK: {right / blocked:.4f} of {blocked}; goal .99")
    assert right / blocked >= 0.95


@pytest.mark.benchmark
def test_no_contradiction_is_blocked_as_a_repetition(data: Path) -> None:
    every = [r for r in rows(data / "contradiction" / "sick.jsonl.gz") if str(r["label"]) == "CONTRADICTION"]
    lost = [r for r in every if _blocked(r)]
    print(f"\nSICK contradictions blocked: {len(lost)} of {len(every):,}; goal 0")
    assert not lost


HEDGES = "conll2010_wiki.jsonl.gz"


def _held(text: str) -> bool:
    return bool(find_marks(text) or find_instruction(text, reading_model(None)))


def _blocked(row: Row) -> bool:
    return compare(row["a"], row["b"])[0]
