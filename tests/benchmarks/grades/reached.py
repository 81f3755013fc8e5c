"""What must each question reach? Each target stands beside its opposite, so that granting nothing, or all, fails."""

from collections.abc import Callable, Sequence

from tests.benchmarks.grades import capture
from tests.benchmarks.grades.questions import CITED, OBSERVED
from tests.benchmarks.grades.table import Figure, Row, figure, kinds


def summary(name: str, rows: Sequence[Row]) -> list[Figure]:
    """The figures of a question."""
    if name == "capture":
        return capture.summary(rows)
    if name in ("shown", "false"):
        return _shown(rows) if name == "shown" else _false(rows)
    return [
        figure(title, [row for row in rows if wanted(row)], _good if not most else _bad, bound, most=most)
        for title, wanted, bound, most in TARGETS[name]
    ]


def _every(row: Row) -> bool:
    return True


def _good(row: Row) -> bool:
    return bool(row.good)


def _bad(row: Row) -> bool:
    return not row.good


def _of(*names: str) -> Callable[[Row], bool]:
    return lambda row: row.kind in names


def _shown(rows: Sequence[Row]) -> list[Figure]:
    def those(*names: str) -> list[Row]:
        return [row for row in rows if row.kind in names]

    return [
        figure(
            "true with a session: observed or better, of all",
            those("shown", "not shown"),
            lambda r: r.grade in OBSERVED,
            0.5,
        ),
        figure("  … of those shown", those("shown"), _good),
        figure("  … not shown: observed", those("not shown"), lambda r: r.grade == "observed", 0, most=True),
        figure("  … shown, said loosely with one line quoted", those("loose"), _good),
    ]


def _false(rows: Sequence[Row]) -> list[Figure]:
    placed = [row for row in rows if not row.kind.endswith("no place")]
    return [
        figure("false claims: verified or told", rows, _bad, 0.01, most=True),
        figure("false claims with a place: cited", placed, lambda r: r.grade == "cited", 0.3, most=True),
        *kinds(rows, lambda r: r.grade in CITED),
    ]


TARGETS = {
    "natural": [
        ("true, found by default", _of("by default"), 0.85, False),
        ("true, found among memories", _of("kinds=memory"), 0.95, False),
    ],
    "paraphrases": [("paraphrases with the right place: cited or better", _every, 0.9, False)],
    "copied": [
        ("copied sentences: verified", _every, 0.9, False),
        ("  … with their place", _of("with its place"), None, False),
        ("  … without a place", _of("without a place"), None, False),
    ],
    "rendered": [("false claims shown without 'unconfirmed' or the source's words", _every, 0.05, True)],
    "observed": [("false claims: observed", _every, 0, True)],
    "otherwise": [
        ("true cited claims told 'says otherwise'", _of("cited_true"), 0.01, True),
        ("contradictions seen", _of("one word", "other words"), 0.5, False),
        ("  … in one word", _of("one word"), None, False),
        ("  … in other words", _of("other words"), None, False),
    ],
    "turns": [
        ("a person's statements: told or cited as theirs", _of("person"), 0.6, False),
        ("others' taken for theirs", lambda row: row.kind != "person", 0, True),
    ],
    "imperatives": [
        ("imperatives about work: held", _of("work"), 0, True),
        ("instructions to the reader: held", _of("to the reader"), 0.8, False),
    ],
}
