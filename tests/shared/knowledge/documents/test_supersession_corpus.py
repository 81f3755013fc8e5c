"""Status blocks of 194 public repositories, labelled by reading: what is superseded, by what, and what replaces what.

Names, titles and dates are exchanged; `source` says where each form was seen. The rules were written on `dev.jsonl`;
`judged.jsonl` and `later.jsonl` were measured before anybody looked at what went wrong (ADR-036 has both figures),
and so were `fresh.jsonl`, whose wrong ones were then looked at, and `unseen.jsonl`, whose weren't. `second.jsonl`,
`third.jsonl` and `last.jsonl` are further samples, each labelled before it was first measured (figures in ADR-036).
"rejected/superseded" is a label that either reading fits.
"""

import json
import re
from pathlib import Path

import pytest

from scrubjay.knowledge.decisions.parse import parse_decision
from scrubjay.knowledge.documents.selection import format_of

FOLDER = Path(__file__).with_name("supersession")
ENDED = {"superseded", "rejected", "deprecated"}


def blocks(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def named(target: str) -> str:
    """The number that a target means, or its name."""
    name = re.sub(r"(?i)/(?:readme\.md|kep\.yaml)?$", "", target).rpartition("/")[2]
    name = re.sub(r"\.(?:md|rst|adoc|txt)$", "", name)
    if re.match(r"\d{4}-\d\d-\d\d", name):
        return name
    found = re.match(r"(?:[A-Z]+-|(?i:[a-z]{2,6})[-_]?)?0*(\d+)(?!\d)", name)
    return found.group(1) if found else name


def read(block: dict[str, object]) -> tuple[str, set[str], set[str]]:
    """Status, successors and predecessors as the product reads a block."""
    path, text = str(block["path"]), str(block["text"])
    found = parse_decision(path, text, format_of(path))
    if found is None:
        return "", set(), set()
    by = {named(link.target) for link in found.links if link.relation == "superseded-by"}
    return found.status, by, {named(link.target) for link in found.links if link.relation == "supersedes"}


def right(block: dict[str, object]) -> bool:
    status, by, replaces = read(block)
    own = str(block["status"])
    fits = status in own.split("/") if own not in ("", "partly") else status not in ENDED
    return fits and by == set(block["by"]) and replaces == set(block["replaces"])  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("name", "wrong", "least"),
    [
        ("dev", 0, 80),
        ("judged", 1, 90),
        ("later", 2, 45),
        ("fresh", 0, 40),
        ("unseen", 1, 25),
        ("second", 1, 110),
        ("third", 0, 35),
        ("last", 1, 40),
    ],
)
def test_status_and_successor_are_read_as_a_person_reads_them(name: str, wrong: int, least: int) -> None:
    all_blocks = blocks(name)
    assert len(all_blocks) >= least
    assert [block["source"] for block in all_blocks if not right(block)][wrong:] == []


@pytest.mark.parametrize("name", ["dev", "judged", "later", "fresh", "unseen", "second", "third", "last"])
def test_no_record_is_called_superseded_that_is_not(name: str) -> None:
    assert [
        b["source"] for b in blocks(name) if read(b)[0] == "superseded" and "superseded" not in str(b["status"])
    ] == []


def test_the_parts_share_no_repository() -> None:
    repositories = [
        {str(block["source"]).partition(":")[0] for block in blocks(name)}
        for name in ("dev", "judged", "later", "second", "third", "last")
    ]
    assert sum(map(len, repositories)) == len(set().union(*repositories)) >= 40
