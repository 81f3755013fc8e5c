"""Sets of what people said: conversations (BEAM, LoCoMo), and archives of issues and pull requests."""

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from scrubjay.errors import UsageError
from scrubjay.model.counted import counted
from scrubjay_bench.labelled.model import Corpus, LabelledSet, Question, read_rows, turn_path
from scrubjay_forges.forges.offline.read import read_file

TURNS = "turns.jsonl.gz"
QUESTIONS = "questions.jsonl.gz"

ABSTENTION = "abstention"
"""The part with questions that have no answer: their top score should be low."""

_LEFT_OUT = frozenset(("event_ordering", "summarization"))
"""BEAM's questions about a whole conversation: no ten turns answer them."""

_ADVERSARIAL = 5
"""LoCoMo's category of questions without an answer."""

Record = dict[str, Any]
ConversationRecords = dict[str, list[Record]]
"""The turns of each conversation, as `scrubjay import conversations` reads them."""

TurnPaths = dict[tuple[str, Any], str]
"""The path of each turn, by conversation and the turn's id in the data."""


def beam(folder: Path) -> LabelledSet:
    """The set BEAM: long chats with an assistant, a session for each batch. Coding and updates are own parts."""
    records: ConversationRecords = defaultdict(list)
    places: TurnPaths = {}
    last: dict[str, str] = {}
    for row in read_rows(folder / TURNS):
        chat = row["chat_id"]
        last[chat] = _moment(row.get("time_anchor"), "%B-%d-%Y") or last.get(chat, "")
        session = f"batch-{row.get('batch', 1):02d}"
        places[chat, row["id"]] = turn_path(session, row["id"])
        records[chat].append(_record(session, row["id"], row["role"], last[chat], row["content"]))
    questions = [_beam_question(row, places) for row in read_rows(folder / QUESTIONS) if row["type"] not in _LEFT_OUT]
    return _conversation_set(
        f"beam/{folder.name}", folder, records, questions, "event_ordering and summarization are left out"
    )


def locomo(folder: Path) -> LabelledSet:
    """The set LoCoMo: two people who talk over months. Questions of category 5 have no answer."""
    records: ConversationRecords = defaultdict(list)
    places: TurnPaths = {}
    for row in read_rows(folder / TURNS):
        conversation = row["sample_id"]
        session = f"session-{row['session']:02d}"
        caption = f" [shows: {row['image_caption']}]" if row.get("image_caption") else ""
        number = len(records[conversation])
        places[conversation, row["dia_id"]] = turn_path(session, number)
        time = _moment(row.get("date"), "%I:%M %p on %d %B, %Y")
        records[conversation].append(_record(session, number, row["speaker"], time, row["text"] + caption))
    questions = [_locomo_question(row, places) for row in read_rows(folder / QUESTIONS)]
    return _conversation_set("locomo", folder, records, questions, "")


def _record(session: str, turn: int, role: str, time: str, text: str) -> Record:
    """A turn as a record."""
    return {"session": session, "turn": turn, "role": role, "time": time, "text": text}


def _moment(text: Any, form: str) -> str:
    """A text in a format of strptime as ISO 8601 in UTC; empty for any other text."""
    try:
        return datetime.strptime(str(text), form).replace(tzinfo=UTC).isoformat()
    except ValueError:
        return ""


def _beam_question(row: dict[str, Any], places: TurnPaths) -> Question:
    """A question of BEAM, with the paths of the turns that answer it."""
    nothing = row["type"] == "abstention"
    sources = row["source_chat_ids"] if isinstance(row["source_chat_ids"], dict) else {}
    updated = row["type"] == "knowledge_update"
    newer = {int(turn) for turn in sources.get("updated_info") or ()} if updated else set()
    older = {int(turn) for turn in sources.get("original_info") or ()} - newer if updated else set()
    parts = ("all", "Coding" if row["category"] == "Coding" else "not Coding")
    both = newer and older

    def found(turns: Any) -> tuple[str, ...]:
        return tuple(place for turn in turns if (place := places.get((row["chat_id"], turn))))

    return Question(
        id=row["qid"],
        corpus=row["chat_id"],
        query=row["question"],
        gold=() if nothing else found(row["gold_turn_ids"]),
        parts=(ABSTENTION,) if nothing else parts,
        newer=found(sorted(newer)) if both else (),
        older=found(sorted(older)) if both else (),
    )


def _locomo_question(row: dict[str, Any], places: TurnPaths) -> Question:
    """A question of LoCoMo, with the paths of the turns that answer it."""
    nothing = row["category"] == _ADVERSARIAL
    paths = (places.get((row["sample_id"], turn)) for turn in row["evidence"])
    gold = () if nothing else tuple(path for path in paths if path)
    return Question(
        id=row["qid"],
        corpus=row["sample_id"],
        query=row["question"],
        gold=gold,
        parts=(ABSTENTION,) if nothing else ("all",),
    )


def _conversation_set(
    name: str, folder: Path, records: ConversationRecords, questions: list[Question], note: str
) -> LabelledSet:
    """A set of conversations, without the questions that have no turn to answer them."""
    answerable = tuple(question for question in questions if question.gold or ABSTENTION in question.parts)
    dropped = len(questions) - len(answerable)
    notes = (note, f"left out: {counted(dropped, 'question')} without a turn named" if dropped else "")
    corpora = tuple(Corpus(conversation, turns=partial(_iterate, turns)) for conversation, turns in records.items())
    sources = (folder / TURNS, folder / QUESTIONS)
    sessions = name == "locomo"
    return LabelledSet(
        name=name,
        metric="recall@10",
        corpora=corpora,
        questions=answerable,
        sources=sources,
        recipe="conversation",
        sessions=sessions,
        notes=tuple(note for note in notes if note),
    )


def _iterate(turns: list[Record]) -> Iterator[Record]:
    """The turns of a conversation, one by one."""
    return iter(turns)


ASKED = "questions.jsonl"


def discussions(folder: Path) -> LabelledSet:
    """A set of questions with the numbers of the discussions that answer them, over archives of repositories.

    Each row has `id`, `repo` (owner/name), `question`, `keys` and `split`.
    """
    rows = [json.loads(line) for line in (folder / ASKED).read_text(encoding="utf-8").splitlines() if line.strip()]
    archives = {repository: file for file in sorted(folder.glob("*.json")) if (repository := _repository(file))}
    asked = [row for row in rows if row["repo"] in archives]
    names = {repository: repository.replace("/", "-") for repository in dict.fromkeys(row["repo"] for row in asked)}
    return LabelledSet(
        name="discussions",
        metric="hit@3",
        corpora=tuple(
            Corpus(name, archive=archives[repository], repository=repository) for repository, name in names.items()
        ),
        questions=tuple(_question(row, names[row["repo"]]) for row in asked),
        sources=(folder / ASKED, *(archives[repository] for repository in names)),
        first_three=True,
    )


def texts_of(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Each discussion of a corpus's archive as texts name it, with all that was said in it."""
    for item in read_file(corpus.archive).items() if corpus.archive is not None else ():
        if item.head is not None:
            said = (part.text for part in item.parts)
            yield f"{corpus.repository}#{item.head.number}", "\n\n".join([item.head.title, *said])


def _repository(file: Path) -> str:
    """The repository that an archive is of; empty for a file that is none."""
    try:
        return read_file(file).repository
    except (UsageError, OSError):
        return ""


def _question(row: dict[str, Any], corpus: str) -> Question:
    """A question about discussions, with the names of those that answer it."""
    return Question(
        id=row["id"],
        corpus=corpus,
        query=row["question"],
        gold=tuple(f"{row['repo']}#{number}" for number in row["keys"]),
        parts=(f"{row['repo']} {row['split']}", str(row["split"])),
    )
