"""How many secrets are found, and how much of honest text is taken for one? No value is ever printed.

pytest tests/benchmarks/test_secrets.py -m benchmark -s --data FOLDER (SECRETS_RESULTS=FILE: a row for each line, too)
"""

import gzip
import hashlib
import json
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scrubjay.privacy.secrets.masking import find_secrets

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows of a set by label and by what was found; a row counts as found when it has at least one finding."""

    hit: int
    false: int
    missed: int

    @property
    def precision(self) -> float:
        return self.hit / max(1, self.hit + self.false)

    @property
    def recall(self) -> float:
        return self.hit / max(1, self.hit + self.missed)

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / max(1e-9, self.precision + self.recall)


def rows(file: Path) -> list[Row]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


TUNED, JUDGED = 1, 0
"""The half that the rules were made on, and the one whose lines nobody of us has read."""


def half(row: Row) -> int:
    """Which half a repository's lines belong to."""
    return int(hashlib.sha256(row["repo"].encode()).hexdigest(), 16) % 2


def count(chosen: list[Row], found: Callable[[Row], bool] = lambda row: bool(find_secrets(row["text"]))) -> Counts:
    """Labels against findings. Rows that CredData's authors could not decide are left out by the caller."""
    pairs = [(bool(row["is_secret"]), found(row)) for row in chosen]
    return Counts(pairs.count((True, True)), pairs.count((False, True)), pairs.count((True, False)))


def by_detect_secrets(row: Row) -> bool:
    """Whether detect-secrets' own scan reports a file of these lines that is named like theirs."""
    from detect_secrets.core.secrets_collection import SecretsCollection
    from detect_secrets.settings import default_settings

    with tempfile.TemporaryDirectory() as folder, default_settings():
        file = Path(folder, f"lines{Path(row['path']).suffix}")
        file.write_text(row["text"] + "\n", encoding="utf-8")
        collection = SecretsCollection()
        collection.scan_file(str(file))
        return bool(collection.json())


def publish(chosen: list[Row], file: Path) -> None:
    """A row a line: its id, half, label, and the rules that fired; never its text."""
    with file.open("w", encoding="utf-8") as out:
        for row in chosen:
            kinds = sorted({one.kind for one in find_secrets(row["text"])})
            found = {"id": row["id"], "half": "judged" if half(row) == JUDGED else "tuned", "label": row["label"]}
            out.write(json.dumps({**found, "kinds": kinds}) + "\n")


def show(name: str, size: int, counts: Counts) -> None:
    print(f"{name:44} {size:>6,}  {counts.precision:9.3f} {counts.recall:7.3f} {counts.f1:6.3f}")


@pytest.mark.benchmark
def test_how_many_secrets_are_found(data: Path) -> None:
    lines = [row for row in rows(data / "secrets" / "creddata_lines.jsonl.gz") if row["label"] != "X"]
    rules = rows(data / "secrets" / "gitleaks_cases.jsonl.gz")
    plugins = rows(data / "secrets" / "detect_secrets_cases.jsonl.gz")
    print(f"\n{'set':44} {'rows':>6}  {'precision':>9} {'recall':>7} {'F1':>6}")
    for name, chosen in (("CredData lines", lines), ("gitleaks cases", rules), ("detect-secrets cases", plugins)):
        show(name, len(chosen), count(chosen))
    for name, part in (("tuned", TUNED), ("judged", JUDGED)):
        chosen = [row for row in lines if half(row) == part]
        named = [row for row in chosen if "UUID" not in row["category"].split(":")]
        show(f"  {name} half", len(chosen), count(chosen))
        show(f"  {name} half without lines labelled UUID", len(named), count(named))
        show(f"  {name} half, detect-secrets' own scan", len(chosen), count(chosen, by_detect_secrets))
    repositories = defaultdict(list)
    for row in lines:
        repositories[row["repo"]].append(row)
    for name, chosen in sorted(repositories.items()):
        show(f"  {name}", len(chosen), count(chosen))
    if out := os.environ.get("SECRETS_RESULTS"):
        publish(lines, Path(out))
    print("goals of the judged half: F1 .60 (.62 without UUID), precision .70, recall .52; gitleaks recall .90")


@pytest.mark.benchmark
def test_how_much_honest_text_is_taken_for_a_secret(data: Path) -> None:
    sets = {
        "benign paragraphs": data / "benign_docs" / "paragraphs.jsonl.gz",
        "library documentation": data / "docs_qa" / "corpus.jsonl.gz",
    }
    find_secrets("password")  # what is loaded once is no cost of a text
    print(f"\n{'set':44} {'texts':>6}  {'flagged':>7} {'share':>7} {'ms/KB':>6}")
    for name, file in sets.items():
        texts = [row["text"] for row in rows(file)]
        started = time.process_time()
        flagged = sum(bool(find_secrets(text)) for text in texts)
        taken = (time.process_time() - started) * 1000 / (sum(map(len, texts)) / 1024)
        print(f"{name:44} {len(texts):>6,}  {flagged:>7} {flagged / len(texts):7.4f} {taken:6.2f}")
    print("goals: .003 of the paragraphs, 0.35 and 0.60 ms a KB (what it took before)")


@pytest.mark.benchmark
def test_what_a_hostile_text_costs() -> None:
    units = ("key=", "glpat-", "xoxs-1-", "-----BEGIN PRIVATE KEY-----\n", "eyJA" * 6 + ".", "curl -u a:", "x")
    print(f"\n{'repeated':44} {'0.5 MB':>8} {'5 MB':>8}  (CPU seconds, one line)")
    for unit in units:
        taken = []
        for size in (500_000, 5_000_000):
            text = (unit * (size // len(unit))).replace("\n", " ")
            started = time.process_time()
            find_secrets(text)
            taken.append(time.process_time() - started)
        print(f"{unit.strip():44} {taken[0]:8.2f} {taken[1]:8.2f}")
