"""The table of docs/figures.md that says how good the search is, measured anew.

`python -m tests.benchmarks.quality --data FOLDER --keep DIR [--only SET]` measures the sets and writes their rows; the
rows of other sets stay. A set whose corpus isn't its own gets a row without figures, and exit code 2. Indexes are kept
in DIR, so an interrupted run continues.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scrubjay.cli.progress import progress
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay_bench.bench import BenchOptions, SetReport, measure
from scrubjay_bench.corpora import CorpusRefused
from scrubjay_bench.labelled import LabelledSet, choose_sets, find_sets
from scrubjay_bench.metrics import Mean
from scrubjay_bench.report import TablePart
from scrubjay_bench.runner import PLAIN, SINGLE, arms

PAGE = Path(__file__).parents[2] / "docs" / "figures.md"
BEGIN = "<!-- measured by tests/benchmarks/quality.py: begin -->"
END = "<!-- measured by tests/benchmarks/quality.py: end -->"
COLUMNS = (
    "set: questions", "metric", "plain bm25", "words", "vectors", "its recipe", "more than plain bm25", "goal",
    "weights chosen on",
)  # fmt: skip

HALVES = "halves of these"
TALKS = "every other talk of these"
UNSEEN = "others"


@dataclass(frozen=True, slots=True)
class Line:
    """A row: which metric of which part of a set, what it is called, its goal, and what its weights were chosen on."""

    set: str
    part: str
    metric: str
    name: str
    goal: str
    chosen: str


LINES = (
    Line("doc_links/fastapi", "all", "recall@10", "fastapi's links", ".98", HALVES),
    Line("doc_links/app-services", "all", "recall@10", "app-services' links", ".94", HALVES),
    Line("commit_to_doc/openedx-events", "all", "recall@10", "openedx-events' commits to documents", ".88", HALVES),
    Line("commit_to_doc/application-services", "all", "recall@10", "app-services' commits to documents", ".80", HALVES),
    Line("scifact", "all", "ndcg@10", "SciFact", ".75", HALVES),
    Line("cosqa", "all", "mrr@10", "CoSQA", ".53", HALVES),
    Line("docs_qa", "ODEX", "recall@10", "ODEX", ".49", HALVES),
    Line("docs_qa", "DS-1000", "recall@10", "DS-1000", ".43", HALVES),
    Line("locomo", "all", "recall@10", "LoCoMo's turns", ".76", TALKS),
    Line("locomo", "all", "mrr@10", "LoCoMo's turns, the first right one", "", TALKS),
    Line("beam/100K", "all", "recall@10", "BEAM 100K's turns", ".66", TALKS),
    Line("beam/100K", "all", "mrr@10", "BEAM 100K's turns, the first right one", "", TALKS),
    Line("beam/100K", "all", "newer_first", "BEAM 100K, an updated fact above the original", ".60", TALKS),
    Line("beam/500K", "all", "recall@10", "BEAM 500K's turns", "", UNSEEN),
    Line("beam/500K", "all", "mrr@10", "BEAM 500K's turns, the first right one", "", UNSEEN),
    Line("beam/500K", "all", "newer_first", "BEAM 500K, an updated fact above the original", ".60", UNSEEN),
)


def rows(report: SetReport) -> dict[str, str]:
    """The rows of a set, by the names of its lines."""
    parts = {part.name: part for part in report.parts}
    lines = [line for line in LINES if line.set == report.name and line.part in parts]
    return {line.name: _row(line, parts[line.part]) for line in lines}


def unmeasured(name: str) -> dict[str, str]:
    """The rows of a set that was refused: no figure of an earlier run stays."""
    return {
        line.name: f"| {line.name}: not measured | {line.metric} | | | | | | {line.goal} | {line.chosen} |"
        for line in LINES
        if line.set == name
    }


def _row(line: Line, part: TablePart) -> str:
    means = {arm: values.get(line.metric) for arm, values in part.arms.items()}
    ours = means.get(part.recipe)
    gain = part.against_plain if line.metric == part.metric else None
    cells = (
        f"{line.name}: {ours.n if ours else part.questions}",
        "share" if line.metric == "newer_first" else line.metric,
        *(_mean(means.get(arm)) for arm in (PLAIN, *SINGLE, part.recipe)),
        _mean(gain, sign="+"),
        line.goal,
        line.chosen,
    )
    return f"| {' | '.join(cells)} |"


def _mean(mean: Mean | None, sign: str = "") -> str:
    if mean is None:
        return ""
    value, low, high = (_short(f"{number:{sign}.3f}") for number in (mean.value, mean.low, mean.high))
    return f"{value} [{low}, {high}]"


def _short(number: str) -> str:
    return number.replace("0.", ".", 1) if number.lstrip("+-").startswith("0.") else number


def replaced(table: str, new: Mapping[str, str]) -> str:
    """A table with some rows replaced, in the order of LINES; rows that were never measured are left out."""
    old = {row.removeprefix("| ").partition(":")[0]: row for row in table.splitlines()[2:]}
    merged = {**old, **new}
    head = (f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS))
    return "\n".join([*head, *(merged[line.name] for line in LINES if line.name in merged)])


def measured(
    data: Path,
    keep: Path,
    only: Sequence[str],
    environment: Mapping[str, str],
    refused: Callable[[str, CorpusRefused], None],
    embedder: Embedder | None = None,
) -> Iterator[SetReport]:
    """Measure each set by words, by vectors, and by the recipe that its documents are searched by."""
    settings, git = load_settings(environment), GitEnvironment.of(environment)
    for name, load in choose_sets(find_sets(data), only).items():
        labelled = load()
        if labelled is None:
            continue
        chosen = tuple(arm for arm in arms() if arm.name in (*SINGLE, labelled.recipe))
        loaders: dict[str, Callable[[], LabelledSet | None]] = {name: partial(_same, labelled)}
        options = BenchOptions(keep, chosen)
        yield from measure(loaders, options, settings, git, progress, embedder=embedder, refused=refused)


def main(arguments: Sequence[str], page: Path = PAGE) -> int:
    """Measure, and write each set's rows into the page as soon as they are there; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--only", action="append", default=[])
    options = parser.parse_args(arguments)
    code = 0

    def refuse(name: str, error: CorpusRefused) -> None:
        nonlocal code
        code = error.exit_code
        print(error, file=sys.stderr)
        write(page, unmeasured(name))

    for report in measured(options.data.absolute(), options.keep.absolute(), options.only, os.environ, refuse):
        write(page, rows(report))
    return code


def write(page: Path, new: Mapping[str, str]) -> None:
    """Replace rows of the page's table, which stands between two marks."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    table, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{replaced(table.strip(), new)}\n{END}{after}", encoding="utf-8")


def _same(labelled: LabelledSet) -> LabelledSet:
    return labelled


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
