"""A small folder of labelled sets, made by the test, laid out as the real ones."""

import gzip
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay.settings.schema import Settings

Configured = tuple[Settings, GitEnvironment]


def write(file: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as gzipped JSON lines."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(file, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)


def beam_question(number: int, kind: str, gold: list[int], **more: Any) -> dict[str, Any]:
    """A question to the one chat."""
    row = {
        "qid": f"q{number}",
        "chat_id": "chat-1",
        "category": "Coding",
        "type": kind,
        "question": f"turnip {number}?",
    }
    return row | {"gold_turn_ids": gold, "source_chat_ids": None} | more


PAGES = ["docs/birds.md", "docs/letters.md", "docs/parcels.md"]


@pytest.fixture
def sets(tmp_path: Path) -> Path:
    """doc_links, commit_to_doc over the same pages, and a chat."""
    data = tmp_path / "data"
    pages = [
        {"id": "docs/parcels.md", "text": "# Parcels\n\nHow parcels are sorted by weight.\n"},
        {"id": "docs/letters.md", "text": "# Letters\n\nHow letters are stamped. See how parcels are sorted.\n"},
        {"id": "docs/birds.md", "text": "# Birds\n\nMagpies and jays cache turnips.\n"},
    ]
    links = [
        {
            "id": "l1",
            "query": "how parcels are sorted",
            "gold": ["docs/parcels.md"],
            "exclude_sources": ["docs/letters.md"],
        },
        {"id": "l2", "query": "birds cache turnips", "gold": ["docs/birds.md"], "exclude_sources": []},
    ]
    write(data / "doc_links/post/corpus.jsonl.gz", pages)
    write(data / "doc_links/post/queries.jsonl.gz", links)
    write(
        data / "commit_to_doc/post-office.jsonl.gz",
        [
            {"id": "c1", "query": "Say how letters are stamped", "gold": ["docs/letters.md"]},
            {"id": "c2", "query": "Drop a page, describe birds and parcels", "gold": ["gone.md", *PAGES]},
            {"id": "c3", "query": "Drop another page", "gold": ["gone.md"]},
            {"id": "c4", "query": "Describe the parcels and the letters", "gold": PAGES},
            {"id": "c5", "query": "Say where letters go", "gold": ["docs/letters.md"]},
        ],
    )
    turns = [
        (0, "user", "My turnip weighs 3 kg."),
        (1, "assistant", "Good."),
        (2, "user", "My turnip now weighs 5 kg."),
    ]
    write(
        data / "beam/100K/turns.jsonl.gz",
        [{"chat_id": "chat-1", "id": i, "role": who, "content": text} for i, who, text in turns],
    )
    update = {"original_info": [0], "updated_info": [2]}
    write(
        data / "beam/100K/questions.jsonl.gz",
        [
            beam_question(1, "knowledge_update", [0, 2], source_chat_ids=update),
            beam_question(2, "summarization", [0, 1, 2]),
            beam_question(3, "abstention", []),
            beam_question(4, "information_extraction", []),
        ],
    )
    return data


@pytest.fixture
def configured(environment: dict[str, str]) -> Configured:
    """The user's settings and git's environment."""
    return load_settings(environment), GitEnvironment.of(environment)


@contextmanager
def silent(label: str, unit: str) -> Iterator[Callable[[int, int], None]]:
    """Shows no progress."""
    yield lambda done, total: None
