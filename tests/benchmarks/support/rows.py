"""Which rows does the model of support learn from? Pairs by hand, and what was shown of the sets' rows.

`pairs.jsonl` holds invented passages with claims and labels. `sets.tsv` holds features and labels alone, because the
sets' passages are other projects' texts: `python -m tests.benchmarks.support --sets FOLDER…` makes it anew.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from scrubjay.grounding.support.supporting import evidence

from scrubjay.documents.text import decode
from scrubjay.grounding.blocks import Form
from scrubjay.grounding.passage import Passage
from scrubjay.grounding.passages import passages
from scrubjay.grounding.results import kind_of_text
from scrubjay.grounding.terms import may_hold, terms
from scrubjay.inference.embedding.onnx import OnnxEmbedder

HERE: Final = Path(__file__).parent
PAIRS: Final = HERE / "pairs.jsonl"
SETS: Final = HERE / "sets.tsv"

FILES: Final = {"paraphrases": True, "cited_true": True, "copied": True, "false": False, "contradictions": False}
"""The files of a set, and whether their claims are true."""

NEAREST: Final = 2

ELSEWHERE: Final = "elsewhere"
"""The file of true claims beside passages that were written of something else."""


@dataclass(frozen=True)
class Row:
    """A claim and the passages that it leans on, whether they support it, and its group: a passage, or a set."""

    claim: str
    passages: tuple[Passage, ...]
    supported: bool
    group: str
    file: str = "pairs"


@dataclass(frozen=True)
class Shown:
    """A row as the model sees it: its features in the order of `names`."""

    values: tuple[float, ...]
    supported: bool
    group: str
    file: str


def pairs() -> Iterator[Row]:
    """The pairs by hand, and each supported claim beside the passage before its own."""
    before: tuple[Passage, ...] = ()
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        above = (said["heading"],) if said["heading"] else ()
        found = tuple(
            replace(one, heading=(*above, *one.heading))
            for one in passages(said["passage"], "markdown")
            if one.form is not Form.HEADING
        )
        group = hashlib.sha256(said["passage"].encode()).hexdigest()[:8]
        for label, _, claim in said["claims"]:
            yield Row(claim, found, label == "supported", group)
            if label == "supported" and before:
                yield Row(claim, before, False, group, ELSEWHERE)
        before = found


def of_set(folder: Path) -> Iterator[Row]:
    """The rows of a set that cite a place at HEAD, without copies; true ones also beside the rest."""
    for file, supported in FILES.items():
        for line in (folder / f"{file}.jsonl").read_text(encoding="utf-8").splitlines():
            said = json.loads(line)
            if not said.get("place") or said.get("setup") or "verbatim" in said.get("trick", ""):
                continue
            path, _, at = said["place"].partition(":")
            first, _, last = at.partition("-")
            show = ["git", "-C", str(folder / "repo.git"), "show", f"HEAD:{path}"]
            text = decode(subprocess.run(show, capture_output=True, check=True).stdout).text
            some = passages(text, kind_of_text(path), (int(first), int(last or first)) if first else (0, 0))
            yield Row(said["claim"], some, supported, folder.name, file)
            if supported and (others := tuple(x for x in passages(text, kind_of_text(path)) if x not in some)):
                yield Row(said["claim"], others, False, folder.name, ELSEWHERE)


def shown(embedder: OnnxEmbedder, row: Row) -> tuple[dict[str, float], Passage] | None:
    """What the passage that covers most of a row's claim shows, and that passage; None where there is none."""
    content = terms(row.claim).content
    near = sorted(row.passages, key=lambda one: -may_hold(content, one.around))[:NEAREST]
    found = [(features, one) for one in near if (features := evidence(embedder, row.claim, one))]
    return max(found, key=lambda pair: pair[0]["covered"] + pair[0]["cosine"], default=None)


def table(rows: Iterator[Row], embedder: OnnxEmbedder) -> tuple[tuple[str, ...], list[Shown]]:
    """The names of the features, and the rows with theirs."""
    names: tuple[str, ...] = ()
    found: list[Shown] = []
    for row in rows:
        if (seen := shown(embedder, row)) is not None:
            names = tuple(sorted(seen[0]))
            found.append(Shown(tuple(round(seen[0][one], 4) for one in names), row.supported, row.group, row.file))
    return names, found


def write_sets(names: Sequence[str], rows: Sequence[Shown]) -> None:
    """Write features and labels of the sets' rows."""
    lines = ["\t".join(("set", "file", "supported", *names))]
    said = ((one.group, one.file, str(int(one.supported)), *map("{:g}".format, one.values)) for one in rows)
    lines += ["\t".join(cells) for cells in said]
    SETS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_sets() -> tuple[tuple[str, ...], list[Shown]]:
    """The names of the features, and the sets' rows."""
    head, *lines = (line.split("\t") for line in SETS.read_text(encoding="utf-8").splitlines())
    rows = [Shown(tuple(map(float, values)), bool(int(right)), name, file) for name, file, right, *values in lines]
    return tuple(head[3:]), rows


def digest() -> str:
    """The SHA-256 of all rows, the same however git writes line ends."""
    return hashlib.sha256(b"".join(one.read_text(encoding="utf-8").encode() for one in (PAIRS, SETS))).hexdigest()
