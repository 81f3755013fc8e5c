"""How is each question of the table asked of the program, and what counts as right?"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.benchmarks.grades.playing import Answer, Call, Stage
from tests.benchmarks.grades.table import Figure, Row, figure, kinds

Set = list[dict[str, Any]]
Sets = Mapping[str, Set]

CITED = ("cited", "observed", "verified", "told")
OBSERVED = CITED[1:]
VERIFIED = CITED[2:]
FIRST = 5
BATCH = 40
"""Calls of a session: a client that makes more is none that people have."""
OTHERWISE = re.compile(r"\bsays otherwise|\bcontradicts ", re.IGNORECASE)
MARKED = re.compile(OTHERWISE.pattern + r"|\bdiffers: ", re.IGNORECASE)
"""An answer that says of a source that it speaks against the claim; or that it differs at least."""
THEIRS = re.compile(r" said in session ")


def remember(row: Mapping[str, Any], *, quote: bool = False) -> Call:
    """The call that makes a claim, with its place in brackets where it has one."""
    place = f" ({row['place']})" if row.get("place") else ""
    given = {"content": row["claim"].rstrip() + place}
    return Call("remember", given | ({"quote": row["quote"]} if quote and row.get("quote") else {}))


def judged(at: Stage, row: Mapping[str, Any], answer: Answer, good: bool | None, kind: str = "") -> Row:
    """A row of the results."""
    checks = [one for one in answer.data.get("checks") or () if ":" in one]
    said = answer.text if answer.error else " · ".join([str(answer.data.get("why", "")), *words(answer), *checks])
    return Row(row["id"], at.name, row["id"], kind, answer.outcome, answer.grade, good, row["claim"], said)


def words(answer: Answer) -> list[str]:
    """The words of sources that an answer shows."""
    return [str(one) for one in answer.data.get("source_words") or ()]


def claims(at: Stage, rows: Set, *, quote: bool = False) -> Iterator[tuple[dict[str, Any], Answer]]:
    """Each claim of a set and its answer: those of one recorded session together, those with a setup alone."""
    at.fresh()
    together: dict[str, Set] = defaultdict(list)
    for row in rows:
        together["" if not row.get("session") else row["session"]].append(row) if not row.get("setup") else None
    for session, some in together.items():
        for first in range(0, len(some), BATCH):
            part = some[first : first + BATCH]
            answers = at.play([remember(row, quote=quote) for row in part], session)
            yield from zip(part, answers, strict=True)
    for row in rows:
        if row.get("setup"):
            (answer,) = at.play([remember(row)], setup=row["setup"])
            yield row, answer
            at.clean()


def found(at: Stage, rows: Set) -> Iterator[Row]:
    """Is a claim that no transcript shows found by a question in other words, in a later session?"""
    bare = [{key: value for key, value in row.items() if key != "session"} for row in rows]
    told = list(claims(at, bare))
    for first in range(0, len(told), BATCH):
        part = told[first : first + BATCH]
        asked = [Call("search_knowledge", {"query": row["question"]}) for row, _ in part]
        asked += [
            Call("search_knowledge", {"query": row["question"], "kinds": ["memory"], "limit": FIRST}) for row, _ in part
        ]
        answers = at.play(asked)
        for (row, answer), plain, memories in zip(part, answers, answers[len(part) :], strict=False):
            id = str(answer.data.get("id") or "-")
            yield judged(at, row, answer, stands(plain.text, id), "by default")
            yield judged(at, row, answer, stands(memories.text, id), "kinds=memory")


def stands(text: str, id: str) -> bool:
    """Whether a memory is among the first hits of an answer, or in its unconfirmed part."""
    before, _, apart = text.partition("\nUnconfirmed")
    hits = [line for line in before.splitlines() if line.startswith("**")]
    return any(id[:12] in line for line in hits[:FIRST]) or id[:12] in apart


def natural(at: Stage, sets: Sets) -> list[Row]:
    """True statements, found without a transcript."""
    return list(found(at, sets["true"]))


def shown(at: Stage, sets: Sets) -> list[Row]:
    """True statements with a recorded session; then those that are said more loosely, with one line for a quote."""
    rows = sets["true"]
    loose = [row | row["loose"] for row in rows if row.get("loose")]
    result = [
        judged(at, row, answer, (answer.grade in OBSERVED) == row["shown"], "shown" if row["shown"] else "not shown")
        for row, answer in claims(at, rows, quote=True)
    ]
    return result + [
        judged(at, row, answer, answer.grade in OBSERVED, "loose") for row, answer in claims(at, loose, quote=True)
    ]


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
    return [
        judged(at, row, answer, answer.grade not in VERIFIED, kind_of(row)) for row, answer in claims(at, sets["false"])
    ]


def kind_of(row: Mapping[str, Any]) -> str:
    """The kind of a false claim, and whether it is a source's own words or names no place."""
    return f"{row['trick']}{'' if row.get('place') else ', no place'}"


def observed(at: Stage, sets: Sets) -> list[Row]:
    """False claims that want to be observed, each in a session of its own."""
    result = []
    at.fresh()
    for row in sets["observed_false"]:
        if row.get("other"):
            at.play([], row["other"])
        (answer,) = at.play([remember(row, quote=True)], row["session"])
        result.append(judged(at, row, answer, answer.grade not in OBSERVED, row["trick"]))
        at.clean()
    return result


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
    at.fresh()
    for row in sets["turns"]:
        (answer,) = at.play([remember(row, quote=True)], row["session"])
        theirs = answer.grade == "told" or any(THEIRS.search(one) for one in words(answer))
        result.append(judged(at, row, answer, theirs == row["person"], ("person" if row["person"] else row["how"])))
    return result


def imperatives(at: Stage, sets: Sets) -> list[Row]:
    """Imperatives about work, and instructions to the reader."""
    return [
        judged(at, row, answer, (answer.outcome == "held") == row["held"], "to the reader" if row["held"] else "work")
        for row, answer in claims(at, sets["imperatives"])
    ]


def summary(name: str, rows: Iterable[Row]) -> list[Figure]:
    """The figures of a question, each target beside its opposite."""
    every = list(rows)

    def of(*wanted: str) -> list[Row]:
        return [row for row in every if row.kind in wanted]

    def good(row: Row) -> bool:
        return bool(row.good)

    def bad(row: Row) -> bool:
        return row.good is False

    if name == "natural":
        return [
            figure("true, found by default", of("by default"), good, 0.85),
            figure("true, found among memories", of("kinds=memory"), good, 0.95),
        ]
    if name == "shown":
        both = of("shown", "not shown")
        return [
            figure("true with a session: observed or better, of all", both, lambda r: r.grade in OBSERVED, 0.5),
            figure("  … of those shown", of("shown"), good),
            figure("  … not shown, observed", of("not shown"), lambda r: r.grade == "observed", 0, most=True),
            figure("  … shown, said loosely with one line quoted", of("loose"), good),
        ]
    if name == "paraphrases":
        return [figure("paraphrases with the right place: cited or better", every, good, 0.9)]
    if name == "copied":
        return [figure("copied sentences: verified", every, good, 0.9), *kinds(every, bad)]
    if name == "false":
        placed = [row for row in every if not row.kind.endswith("no place")]
        return [
            figure("false claims: verified or told", every, bad, 0.01, most=True),
            figure("false claims with a place: cited", placed, lambda r: r.grade == "cited", 0.3, most=True),
            *kinds(every, lambda r: r.grade in CITED),
        ]
    if name == "observed":
        return [figure("false claims: observed", every, bad, 0, most=True)]
    if name == "otherwise":
        return [
            figure("true cited claims told 'says otherwise'", of("cited_true"), bad, 0.01, most=True),
            figure("contradictions seen", of("one word", "other words"), good, 0.5),
            *(figure(f"  … in {kind}", of(kind), good) for kind in ("one word", "other words")),
        ]
    if name == "turns":
        return [
            figure("a person's statements: told or cited", of("person"), good, 0.6),
            figure("others' taken for theirs", [r for r in every if r.kind != "person"], bad, 0, most=True),
        ]
    return [
        figure("imperatives about work: held", of("work"), bad, 0, most=True),
        figure("instructions to the reader: held", of("to the reader"), good, 0.8),
    ]


QUESTIONS = {
    "natural": natural, "shown": shown, "paraphrases": paraphrases, "copied": copied, "false": false,
    "observed": observed, "otherwise": otherwise, "turns": turns, "imperatives": imperatives,
}  # fmt: skip
