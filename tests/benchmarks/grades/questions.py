"""The questions of the table: how is each asked, and what is right?"""

import re

from tests.benchmarks.grades.asking import FIRST, Asked, Set, Sets, block, claims, judged, search, stands, words
from tests.benchmarks.grades.capture import capture
from tests.benchmarks.grades.playing import Stage
from tests.benchmarks.grades.table import Row

CITED = ("cited", "observed", "verified", "told")
OBSERVED = CITED[1:]
VERIFIED = CITED[2:]
OTHERWISE = re.compile(r"\bsays otherwise|\bcontradicts ", re.IGNORECASE)
MARKED = re.compile(OTHERWISE.pattern + r"|\bdiffers: ", re.IGNORECASE)
"""An answer that says of a source that it speaks against the claim; or that it differs at least."""
THEIRS = re.compile(r" said in session ")
APART = re.compile(r"unconfirmed|[“\"].+[”\"]", re.IGNORECASE | re.DOTALL)
"""What a reader needs beside a claim that a source doesn't say: that nobody confirmed it, or the source's own words."""


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


def shown(at: Stage, sets: Sets) -> list[Row]:
    """True statements with a recorded session; then those that are said more loosely, with one line for a quote."""
    loose = [row | row["loose"] for row in sets["true"] if row.get("loose")]
    result = []
    for row, answer in claims(at, sets["true"], quote=True):
        good = (answer.grade in OBSERVED) == row["shown"]
        result.append(judged(at, row, answer, good, "shown" if row["shown"] else "not shown"))
    for row, answer in claims(at, loose, quote=True):
        result.append(judged(at, row, answer, answer.grade in OBSERVED, "loose"))
    return result


def paraphrases(at: Stage, sets: Sets) -> list[Row]:
    """Paraphrases with the right place."""
    return [judged(at, row, answer, answer.grade in CITED) for row, answer in claims(at, sets["paraphrases"])]


def copied(at: Stage, sets: Sets) -> list[Row]:
    """Sentences copied from places that state."""
    return [
        judged(at, row, answer, answer.grade in VERIFIED, "with its place" if row["place"] else "without a place")
        for row, answer in claims(at, sets["copied"])
    ]


def false(at: Stage, sets: Sets) -> list[Row]:
    """False claims; good is a grade that doesn't vouch."""
    return [_false(at, asked, asked[1].grade not in VERIFIED) for asked in claims(at, sets["false"])]


def rendered(at: Stage, sets: Sets) -> list[Row]:
    """False claims as a search shows them: could a reader take them for what a source says?"""
    told = list(claims(at, [row for row in sets["false"] if not row.get("setup")]))
    texts = search(at, [row["claim"][:400] for row, _ in told], kinds=["memory"], limit=FIRST)
    result = []
    for asked, text in zip(told, texts, strict=True):
        seen = block(text, str(asked[1].data.get("id") or "-"))
        row = _false(at, asked, not seen or bool(APART.search(seen)))
        result.append(
            Row(
                question=row.question,
                repository=row.repository,
                id=row.id,
                kind=row.kind,
                outcome=row.outcome,
                grade=row.grade,
                good=row.good,
                claim=row.claim,
                said=seen,
            )
        )
    return result


def observed(at: Stage, sets: Sets) -> list[Row]:
    """False claims that want to be observed, each in a session of its own."""
    every = claims(at, sets["observed_false"], quote=True, alone=True)
    return [judged(at, row, answer, answer.grade not in OBSERVED, row["trick"]) for row, answer in every]


def otherwise(at: Stage, sets: Sets) -> list[Row]:
    """True cited claims that are told that their source says otherwise, and contradictions that are."""
    result = []
    for row, answer in claims(at, sets["cited_true"]):
        result.append(judged(at, row, answer, not OTHERWISE.search(answer.shown), "cited_true"))
    for row, answer in claims(at, sets["contradictions"]):
        result.append(judged(at, row, answer, bool(MARKED.search(answer.shown)), row["kind"]))
    return result


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


def _false(at: Stage, asked: Asked, good: bool) -> Row:
    row, answer = asked
    return judged(at, row, answer, good, row["trick"] + ("" if row.get("place") else ", no place"))


QUESTIONS = {
    "natural": natural, "shown": shown, "paraphrases": paraphrases, "copied": copied, "false": false,
    "rendered": rendered, "observed": observed, "otherwise": otherwise, "turns": turns, "imperatives": imperatives,
    "capture": capture,
}  # fmt: skip
