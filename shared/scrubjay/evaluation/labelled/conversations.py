"""Which questions are about conversations? BEAM and LoCoMo; each conversation is a repository, each turn a file."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from scrubjay.evaluation.labelled.model import Corpus, LabelledSet, Question
from scrubjay.evaluation.labelled.rows import rows

TURNS = "turns.jsonl.gz"
QUESTIONS = "questions.jsonl.gz"

ABSTENTION = "abstention"
"""The part of questions that nothing answers: their top score should be low."""

_LEFT_OUT = frozenset(("event_ordering", "summarization"))
"""BEAM's questions about a whole conversation: no ten turns answer them."""

_ADVERSARIAL = 5
"""LoCoMo's category of questions that nothing answers."""

Turns = dict[str, list[tuple[str, str]]]


def beam(folder: Path) -> LabelledSet:
    """Long chats with an assistant. Coding stands apart, and so does what was updated later."""
    turns: Turns = defaultdict(list)
    for row in rows(folder / TURNS):
        turns[row["chat_id"]].append((_beam_path(row["id"]), _turn(row["role"], row["content"])))
    asked = [_beam_question(row) for row in rows(folder / QUESTIONS) if row["type"] not in _LEFT_OUT]
    return _set(f"beam/{folder.name}", folder, turns, asked, "event_ordering and summarization are left out")


def locomo(folder: Path) -> LabelledSet:
    """Two people over months. Questions of category 5 have no answer."""
    turns: Turns = defaultdict(list)
    paths: dict[tuple[str, str], str] = {}
    for row in rows(folder / TURNS):
        conversation = turns[row["sample_id"]]
        path = f"session-{row['session']:02d}/{len(conversation):04d}.txt"
        paths[row["sample_id"], row["dia_id"]] = path
        shown = f" [shows: {row['image_caption']}]" if row.get("image_caption") else ""
        conversation.append((path, _turn(row["speaker"], row["text"] + shown)))
    asked = [_locomo_question(row, paths) for row in rows(folder / QUESTIONS)]
    return _set("locomo", folder, turns, asked, "")


def _beam_question(row: dict[str, Any]) -> Question:
    nothing = row["type"] == "abstention"
    gold = () if nothing else tuple(_beam_path(turn) for turn in row["gold_turn_ids"])
    sources = row["source_chat_ids"] if isinstance(row["source_chat_ids"], dict) else {}
    updated = row["type"] == "knowledge_update"
    newer = {int(turn) for turn in sources.get("updated_info") or ()} if updated else set()
    older = {int(turn) for turn in sources.get("original_info") or ()} - newer if updated else set()
    parts = ("all", "Coding" if row["category"] == "Coding" else "not Coding")
    both = newer and older
    return Question(
        row["qid"], row["chat_id"], row["question"], gold, (ABSTENTION,) if nothing else parts,
        newer=tuple(map(_beam_path, sorted(newer))) if both else (),
        older=tuple(map(_beam_path, sorted(older))) if both else (),
    )  # fmt: skip


def _locomo_question(row: dict[str, Any], paths: dict[tuple[str, str], str]) -> Question:
    nothing = row["category"] == _ADVERSARIAL
    found = (paths.get((row["sample_id"], turn)) for turn in row["evidence"])
    gold = () if nothing else tuple(path for path in found if path)
    return Question(row["qid"], row["sample_id"], row["question"], gold, (ABSTENTION,) if nothing else ("all",))


def _set(name: str, folder: Path, turns: Turns, asked: list[Question], note: str) -> LabelledSet:
    kept = tuple(question for question in asked if question.gold or ABSTENTION in question.parts)
    dropped = len(asked) - len(kept)
    notes = (note, f"{dropped} questions name no turn and are left out" if dropped else "")
    corpora = tuple(Corpus(chat, partial(_iterate, files)) for chat, files in turns.items())
    sources = (folder / TURNS, folder / QUESTIONS)
    sessions = name == "locomo"
    return LabelledSet(name, "recall@10", corpora, kept, sources, sessions, tuple(note for note in notes if note))


def _iterate(files: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    return iter(files)


def _beam_path(turn: int) -> str:
    return f"turns/{turn:05d}.txt"


def _turn(speaker: str, text: str) -> str:
    # The speaker stands on a line of its own, which becomes the title: otherwise the first line would, and count twice.
    return f"{speaker}:\n{text}\n"
