"""Statements of a person that colleagues will need in weeks, found by a probe over sentences and clauses."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from scrubjay.context.extraction.rules import announced, candidate, gives_away, may_state
from scrubjay.context.extraction.text import Candidate
from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.probe import load, reading_model
from scrubjay.memory.transcript.statements import is_alien, is_attributed, own_text
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.text.sentences import End, split_at

FEWEST: Final = 3
"""Words of a part."""

MOST_CLAUSES: Final = 6
"""Clauses of a sentence that are put together; the rest of a longer one stays with the last."""

_BETWEEN: Final = pattern(
    r"\s*[;:]\s+|,\s+|\s+[-–—]+\s+|\.{2,}\s*|\s*\(|\)\s*|\s+(?=(?:and|but|so|because|since|as|btw)\s)", re.IGNORECASE
)
_LINK: Final = "(?:and|but|so|because|since|also|plus|though|btw|by the way|fyi)"
_LINKS: Final = pattern(rf"\A(?:{_LINK}\b[\s,:]*)+|(?:[\s,:]+{_LINK})+\Z", re.IGNORECASE)
_EDGES: Final = " ,;:-–—"


@dataclass(frozen=True, slots=True)
class Part:
    """Words of a sentence as they stand there, without what only links them to the rest. `is_whole`: all of it."""

    text: str
    is_whole: bool


def parts(sentence: str) -> tuple[Part, ...]:
    """The sentence, then its clauses and runs of clauses, each once."""
    cuts = [0, *[match.start() for match in _BETWEEN.finditer(sentence)][: MOST_CLAUSES - 1], len(sentence)]
    runs = ((start, end) for start in range(len(cuts) - 1) for end in range(len(cuts) - 1, start, -1))
    whole_by_part: dict[str, bool] = {}
    for start, end in runs:
        is_whole = not start and end == len(cuts) - 1
        text = sentence[cuts[start] : cuts[end]].strip(_EDGES if is_whole else f"{_EDGES}()")
        text = _LINKS.sub("", text)
        if len(text.split()) >= FEWEST:
            whole_by_part.setdefault(text, is_whole)
    return tuple(Part(text, is_whole) for text, is_whole in whole_by_part.items())


LONGEST: Final = 500
SHORTEST: Final = 12
"""Characters of a sentence that can be a statement."""

MASKED: Final = "[redacted:"
"""What stands in the place of a secret: without it the sentence says nothing."""

_MARKUP: Final = pattern(r"^\s*(?:[-*+•]|\d+[.)]|#+)\s+|\*\*|__")


def own_sentences(text: str) -> Iterator[str]:
    """The sentences that a person wrote themselves, each on one line, in their order."""
    for line in own_text(text).split("\n"):
        if is_alien(line) or is_attributed(line.strip()):
            continue
        for piece in split_at(_MARKUP.sub("", line), End.TYPED):
            sentence = " ".join(piece.split())
            if SHORTEST <= len(sentence) <= LONGEST and MASKED not in sentence:
                yield sentence


STATED: Final = Path(__file__).with_name("stated.json")
"""What a text needs to be worth keeping, learnt from rows (tests/training)."""

MOST: Final = 10
"""Candidates of one turn."""

THRESHOLD: Final = 1.2
"""Score from which on the best part of a sentence is worth keeping; chosen in ADR 0051."""

AWAY: Final = 1.0
"""What is added to it where a sentence may give its words to somebody else."""

BESIDE: Final = 0.4
"""Score from which on what stands around that part belongs to it."""

Score = Callable[[str], float]


class Stated:
    """The statements of a person's turn: those that are announced, and those that a probe sees.

    Without the bundled model only the first; `missing` then says why. `embedder` is the user's.
    """

    def __init__(self, embedder: Embedder | None) -> None:
        self._embedder = embedder
        self.missing = ""

    def __call__(self, text: str) -> tuple[Candidate, ...]:
        """At most ten, in their order, each once."""
        candidates: dict[str, Candidate] = {}
        for sentence in own_sentences(text):
            candidate = announced(sentence) or self._seen(sentence)
            if candidate is not None:
                candidates.setdefault(candidate.content.lower(), candidate)
        return tuple(candidates.values())[:MOST]

    def _seen(self, sentence: str) -> Candidate | None:
        """The candidate that the probe sees in a sentence; None for none."""
        if self.missing or not may_state(sentence):
            return None
        try:
            part = worth_keeping(sentence, self._score, THRESHOLD + AWAY * gives_away(sentence))
        except ModelUnavailable as error:
            self.missing = str(error)
            return None
        return candidate(part.text, sentence if part.is_whole else part.text) if part else None

    def _score(self, text: str) -> float:
        """The probe's score of a text: the higher, the more it states something worth keeping."""
        (vector,) = reading_model(self._embedder).embed_passages([text]).vectors
        return load(STATED).score(text, vector)


def worth_keeping(sentence: str, score: Score, threshold: float = THRESHOLD) -> Part | None:
    """The longest part of a sentence, around its best-scored part, that may belong to it; None if that scores low."""
    scored = [(score(part.text), part) for part in parts(sentence)]
    best, core = max(scored, key=lambda pair: pair[0], default=(0.0, None))
    if core is None or best < threshold:
        return None
    around = [part for value, part in scored if value >= min(best, BESIDE) and core.text in part.text]
    return max(around, key=lambda part: len(part.text))
