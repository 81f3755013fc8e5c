"""The questions of the table: how is each asked, and what is right?"""

import re

from tests.benchmarks.grades.asking import FIRST, Set, Sets, claims, judged, search, stands, words
from tests.benchmarks.grades.capture import capture
from tests.benchmarks.grades.playing import Stage
from tests.benchmarks.grades.table import Row

VOUCHED = ("quoted", "told")
THEIRS = re.compile(r" said in session ")


def natural(at: Stage, sets: Sets) -> list[Row]:
    """True statements without a transcript: found by a question in other words, in a later session?"""
    rows = [{key: value for key, value in row.items() if key != "session"} for row in sets["true"]]
    told = list(claims(at, rows))
    queries = [row["question"] for row, _ in told]
    result = []
    for kind, more in (("by default", {}), ("kinds=memory", {"kinds": ["memory"], "limit": FIRST})):
        for (row, answer), text in zip(told, search(at, queries, **more), strict=True):
            result.append(judged(at, row, answer, stands(text, str(answer.data.get("id") or "-")), kind))
    return result


def copied(at: Stage, sets: Sets) -> list[Row]:
    """Sentences copied from places that state."""
    return [
        judged(at, row, answer, answer.grade in VOUCHED, "with its place" if row["place"] else "without a place")
        for row, answer in claims(at, sets["copied"])
    ]


def false(at: Stage, sets: Sets) -> list[Row]:
    """False claims; good is a grade that doesn't vouch."""
    return [
        judged(at, row, answer, answer.grade not in VOUCHED, row["trick"] + ("" if row.get("place") else ", no place"))
        for row, answer in claims(at, sets["false"])
    ]


def not_stating(at: Stage, sets: Sets) -> list[Row]:
    """Sentences of places that don't state, copied: below Don't, If, Myth, in task lists and options."""
    return [judged(at, row, answer, answer.grade not in VOUCHED) for row, answer in claims(at, sets["not_stating"])]


def readings(at: Stage, sets: Sets) -> list[Row]:
    """False readings of what a session printed, each in a session of its own."""
    every = claims(at, sets["readings"], quote=True, alone=True)
    return [judged(at, row, answer, answer.grade not in VOUCHED, row["trick"]) for row, answer in every]


def turns(at: Stage, sets: Sets) -> list[Row]:
    """What a person typed, and what only looks like it; each in a session of its own."""
    result = []
    for row, answer in claims(at, sets["turns"], quote=True, alone=True):
        theirs = answer.grade == "told" or any(THEIRS.search(one) for one in words(answer))
        result.append(judged(at, row, answer, theirs == row["person"], "person" if row["person"] else row["how"]))
    return result


def imperatives(at: Stage, sets: Sets) -> list[Row]:
    """Imperatives about work, and instructions to the reader."""
    rows: Set = sets["imperatives"]
    return [
        judged(at, row, answer, (answer.outcome == "held") == row["held"], "to the reader" if row["held"] else "work")
        for row, answer in claims(at, rows)
    ]


QUESTIONS = {
    "natural": natural, "copied": copied, "not_stating": not_stating, "false": false, "readings": readings,
    "turns": turns, "imperatives": imperatives, "capture": capture,
}  # fmt: skip
