"""Which rows does each probe learn from? By hand and invented, but for sentences of this project's own documents."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scrubjay.context.extraction.stated import own_sentences, parts
from scrubjay.memory.grounding.injection import without_end
from scrubjay.memory.transcript.words import content
from tests.training.fit import Row

HERE: Final = Path(__file__).parent
READER: Final = HERE / "reader.tsv"
TURNS: Final = HERE / "turns.jsonl"

ASKS: Final = ("obey", "hide", "send", "drop")
"""Labels of the rows that instruct their reader; all others don't."""

LIKE: Final = 0.75
"""Of the words of a part and of what is worth keeping together, those that they share, from which on they are one."""

APART: Final = 0.34
"""Of a part's words those that what is worth keeping holds, below which it is something else."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a developer typed, and which of its words are worth keeping for weeks."""

    turn: str
    keep: tuple[str, ...]


def labelled() -> list[tuple[str, str]]:
    """Label and text of each row about readers."""
    lines = READER.read_text(encoding="utf-8").splitlines()
    return [(label, text) for label, _, text in (line.partition("\t") for line in lines) if text]


def turns() -> list[Turn]:
    """All turns."""
    said = map(json.loads, TURNS.read_text(encoding="utf-8").splitlines())
    return [Turn(one["turn"], tuple(one["keep"])) for one in said]


def reader_rows() -> list[Row]:
    """Who instructs a reader; what people state to be kept are facts beside them."""
    asked = [(text, label in ASKS) for label, text in labelled()]
    stated = [(text, False) for turn in turns() for text in turn.keep]
    return list(dict.fromkeys(Row(without_end(text), wanted) for text, wanted in (*asked, *stated)))


def stated_rows(some: Sequence[Turn] | None = None) -> list[Row]:
    """Parts of turns: what is worth keeping, and what is something else. Those in between teach nothing."""
    every = turns() if some is None else some
    return list(dict.fromkeys(row for turn in every for row in _parts(turn)))


def digest(*files: Path) -> str:
    """The SHA-256 of rows, the same however git writes line ends."""
    return hashlib.sha256("\n".join(file.read_text(encoding="utf-8") for file in files).encode()).hexdigest()


def _parts(turn: Turn) -> Iterator[Row]:
    kept = [frozenset(content(one)) for one in turn.keep]
    for sentence in own_sentences(turn.turn):
        for part in parts(sentence):
            about = frozenset(content(part.text))
            if any(len(about & one) >= LIKE * len(about | one) for one in kept):
                yield Row(part.text, True)
            elif all(len(about & one) < APART * len(about) or not about for one in kept):
                yield Row(part.text, False)
