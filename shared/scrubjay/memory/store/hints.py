"""Memories that a prompt is about: lookup by words, with a threshold on shared words; light enough for a hook."""

import json
from collections.abc import Iterable, Sequence

from scrubjay.memory.store.bounds import confined_elsewhere
from scrubjay.model.frozen import dataclass, from_row
from scrubjay.model.grade import Grade
from scrubjay.storage.driver import Connection, Row, load
from scrubjay.text.words import STOP_WORDS, Word, light_stem, words

Q = load(__package__)

ASKED_WORDS = 12
SHARED = 2
"""Words that a memory must share with the prompt; one is chance."""

COVERED = 0.3
"""Share of a memory's words that the prompt must contain."""

COMMON = 0.2
COMMON_FROM = 10
"""Number of memories from which on a word in a COMMON share of them is ignored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HintCandidate:
    """A memory that shares a word with the prompt; `mark` holds its grade, `words` its source's words.

    `contradiction` is what contradicts it, where it is contested.
    """

    id: str
    kind: str
    content: str
    recorded_at: str
    mark: str = ""
    told: bool = False
    words: str = ""
    contradiction: str = ""


@dataclass(frozen=True, slots=True)
class HintQuery:
    """A lookup: the FTS expression, the time, the least grade as a rank, and ids hidden at HEAD, if known."""

    words: str
    now: str
    least: int
    hidden: tuple[str, ...] = ()
    checked: bool = False


def relevant(candidates: Sequence[HintCandidate], prompt: str, memories: int) -> list[HintCandidate]:
    """The memories above the threshold, the best first; `memories` counts all, of which `candidates` share a word."""
    prompt_stems = stems(prompt)
    words = [stems(candidate.content) for candidate in candidates]
    standing = {word: sum(word in stem_set for stem_set in words) for word in prompt_stems}
    telling = {word for word in prompt_stems if memories < COMMON_FROM or standing[word] <= memories * COMMON}
    scored = []
    for candidate, candidate_stems in zip(candidates, words, strict=True):
        shared = telling & candidate_stems
        if len(shared) >= SHARED and len(shared) >= COVERED * min(len(candidate_stems), len(prompt_stems)):
            scored.append((len(shared) / len(candidate_stems), candidate))
    return [candidate for _, candidate in sorted(scored, key=lambda pair: (-pair[0], pair[1].id))]


def stems(text: str) -> set[str]:
    """The content words of a text, stemmed."""
    return {light_stem(word) for word in _content_words(text)}


def _content_words(text: str) -> set[str]:
    return {word.lower() for word in words(text, Word.PLAIN, shortest=3)} - STOP_WORDS


def expression(prompt: str) -> str:
    """An FTS expression of the longest words, which are the rarest; empty for a prompt with too few."""
    telling = _content_words(prompt)
    longest: Iterable[str] = sorted(telling, key=lambda word: (-len(word), word))[:ASKED_WORDS]
    return " OR ".join(f'"{word}"' for word in longest) if len(telling) >= SHARED else ""


def candidates(connection: Connection, owner: str, query: HintQuery, project: str) -> tuple[list[HintCandidate], int]:
    """An owner's memories with one of the query's words, and how many memories the owner has in all.

    Without a list of hidden ones, those of other branches' files are omitted. A user's are those that a project sees.
    """
    elsewhere = frozenset[str]() if owner else confined_elsewhere(connection, project)
    (count,) = connection.execute(Q.count_active, {"project": owner}).fetchone()
    values = {
        "match": query.words, "project": owner, "at": query.now, "hidden": json.dumps([*query.hidden, *elsewhere]),
        "anchored": query.checked, "least": query.least, "firm": Grade.QUOTED.rank,
    }  # fmt: skip
    rows = connection.execute(Q.hints, values) if count else ()
    return [_candidate(row) for row in rows], int(count)


def _candidate(row: Row) -> HintCandidate:
    grade = Grade(row["earned"])
    if grade is Grade.TOLD:
        mark, words = f"told by {row['source_id'] or 'a person'}", ""
    else:
        mark = str(grade) if grade is Grade.QUOTED else f"said by {row['source_id'] or 'an agent'}"
        words = row["words"] or _output_text(row["observation"]) or _turn_text(row["turn"])
    return from_row(
        HintCandidate,
        row,
        mark=mark,
        told=grade is Grade.TOLD,
        words=words,
        contradiction=_rival_text(row["otherwise"]),
    )


def _rival_text(otherwise: str) -> str:
    """The contradicting memory with its grade, from a text of its rank and words; empty for none ("-")."""
    rank, _, words = otherwise.partition(" ")
    return f"{Grade(int(rank))}: {words}" if words else ""


def _output_text(observation: str) -> str:
    data = json.loads(observation) if observation else {}
    return f'{data["command"] or data["tool"]}: "{data["words"]}"' if data else ""


def _turn_text(turn: str) -> str:
    data = json.loads(turn) if turn else {}
    return f'{data["who"]} said: "{data["words"]}"' if data else ""
