"""What must each question reach? Each target stands beside its opposite, so that granting nothing, or all, fails."""

from collections.abc import Callable, Sequence

from tests.benchmarks.grades import capture
from tests.benchmarks.grades.table import Figure, Row, figure, kinds


def summary(name: str, rows: Sequence[Row]) -> list[Figure]:
    """The figures of a question."""
    if name == "capture":
        return capture.summary(rows)
    if name == "false":
        return [figure("false claims: told or quoted", rows, _bad, 0, most=True), *kinds(rows, _bad)]
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


TARGETS: dict[str, list[tuple[str, Callable[[Row], bool], float | None, bool]]] = {
    "natural": [
        ("true, found by default", _of("by default"), 0.85, False),
        ("true, found among memories", _of("kinds=memory"), 0.95, False),
    ],
    "copied": [
        ("copied sentences: quoted", _every, 0.9, False),
        ("  … with their place", _of("with its place"), None, False),
        ("  … without a place", _of("without a place"), None, False),
    ],
    "not_stating": [("sentences that don't state: told or quoted", _every, 0.01, True)],
    "readings": [("false readings of what was printed: told or quoted", _every, 0, True)],
    "turns": [
        ("a person's statements: told or quoted as theirs", _of("person"), 0.6, False),
        ("others' taken for theirs", lambda row: row.kind != "person", 0, True),
    ],
    "imperatives": [
        ("imperatives about work: held", _of("work"), 0, True),
        ("instructions to the reader: held", _of("to the reader"), 0.8, False),
    ],
}
