"""What does a search on a team's server cost as its index grows, by how much of it a member is granted?

    python -m tests.benchmarks.team_growth FOLDER [--sizes 10000 100000] [--projects 1 10 100] [--questions 100]
                                           [--memory 1GB] [--plans] [--json FILE]

Databases of synthetic passages (team_rows) are made below FOLDER in an embedded PostgreSQL with fsync on and the
settings of a server with 4 GB, and stay there for the next run; `--memory` is for building their indexes. Each question
is asked by the program's own retriever, as the app, with a vector that is there already. A row gives the ms of a whole
search and of its SQL (p50, p95); ms of CPU, which a busy machine changes less: Python's, PostgreSQL's, and of that the
words, the nearest vectors and the rows by id; the pages of 8 KiB that its
statements touch; the share of the 50 nearest vectors that the graphs find, and the ms of graphs and of an exact scan.
`enter` is the floor: a transaction that becomes a member's. `--plans` tells each statement that reads a table through.
"""

import argparse
import json
import os
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import psycopg

from scrubjay.model.frozen import dataclass
from scrubjay_team.engine.embedded import Addresses
from scrubjay_team.index.retriever import TeamRetriever
from tests.benchmarks.team_asked import (
    NEAREST,
    AskedTeamSearch,
    KnownQuestions,
    buffers,
    nodes,
    planning,
    questions,
    recall,
    search,
)
from tests.benchmarks.team_rows import SyntheticProject
from tests.benchmarks.team_tables import (
    LOADING,
    Loading,
    Shape,
    cluster,
    clusters,
    digest_of,
    entering,
    inside,
    make_template,
    set_embedder,
    sizes,
    there,
)

WORDS: Final = ("words", "path_words", "holders", "occurrences", "paths_with")
EXPLAINED: Final = 20
"""Searches whose pages are counted, and whose neighbours are compared."""
LARGE: Final = 1_000
"""Rows of a table from which on reading all of it is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthFigure:
    """What searches cost under one grant: ms of wall time and of PostgreSQL's CPU (`…_cpu`), as (p50, p95)."""

    passages: int
    projects: int
    share: int
    granted: int
    load: float
    enter: tuple[float, float]
    whole: tuple[float, float]
    sql: tuple[float, float]
    words: tuple[float, float]
    nearest: tuple[float, float]
    rest: tuple[float, float]
    python: tuple[float, float]
    sql_cpu: tuple[float, float]
    words_cpu: tuple[float, float]
    nearest_cpu: tuple[float, float]
    rest_cpu: tuple[float, float]
    statements: float
    pages: float
    read: float
    by_statement: dict[str, tuple[float, ...]]
    recall: float
    graphs: tuple[float, float]
    exact: tuple[float, float]
    hits: float


def spread(values: Iterable[float]) -> tuple[float, float]:
    """The median, and the 95th of a hundred."""
    each = sorted(values)
    if not each:
        return 0.0, 0.0
    return round(statistics.median(each), 2), round(each[min(len(each) - 1, int(len(each) * 0.95))], 2)


def measured(at: Addresses, shape: Shape, share: int, count: int) -> GrowthFigure:
    """Ask questions under one grant, after a few that warm up."""
    projects = granted_projects(at, shape, share)
    asked = questions(projects, count + 5)
    retriever = TeamRetriever(KnownQuestions(asked))
    digest = digest_of(share)
    with entering(at, shape, 2) as database:
        searches = [search(database, digest, retriever, one) for one in asked][5:]
        load, explained = os.getloadavg()[0], searches[:EXPLAINED]
        pages: Counter[str] = Counter()
        read = 0
        neighbours = []
        for one in explained:
            with database.entered(digest) as entered:
                for statement in one.asked:
                    if statement.name != "enter":
                        touched, missed = buffers(entered, statement)
                        pages[statement.name] += touched
                        read += missed
                neighbours += [recall(entered, each) for each in one.asked if each.name in NEAREST]
    names = {one.name for each in searches for one in each.asked}
    others = names - {*WORDS, *NEAREST}
    return GrowthFigure(
        passages=shape.passages, projects=shape.projects, share=share, granted=sum(one.passages for one in projects),
        load=round(load, 1), enter=spread(one.entering for one in searches), whole=spread(one.ms for one in searches),
        sql=spread(one.sql_ms for one in searches), words=spread(summed(searches, WORDS)),
        nearest=spread(summed(searches, NEAREST)), rest=spread(summed(searches, others)),
        python=spread(one.python for one in searches), sql_cpu=spread(spent(searches, names)),
        words_cpu=spread(spent(searches, WORDS)), nearest_cpu=spread(spent(searches, NEAREST)),
        rest_cpu=spread(spent(searches, others)), statements=statistics.mean(len(one.asked) + 1 for one in searches),
        pages=pages.total() / len(explained), read=read / len(explained),
        by_statement={
            name: (*spread(filter(None, summed(searches, (name,)))), *spread(filter(None, spent(searches, (name,)))),
                   pages[name] / len(explained)) for name in sorted(names)
        },
        recall=statistics.mean(one for one, _, _ in neighbours) if neighbours else 0.0,
        graphs=spread(one for _, one, _ in neighbours), exact=spread(one for _, _, one in neighbours),
        hits=statistics.mean(len(one.result.hits) for one in searches),
    )  # fmt: skip


def granted_projects(at: Addresses, shape: Shape, share: int) -> list[SyntheticProject]:
    """The projects that a member with such a share is granted."""
    with psycopg.connect(inside(at, shape.database).superuser) as connection:
        rows = connection.execute("SELECT number FROM scrubjay.project ORDER BY number").fetchall()
    numbers = [number for (number,) in rows]
    return list(shape.made(numbers[: len(numbers) * share // 100], clusters()))


def summed(searches: Sequence[AskedTeamSearch], names: Iterable[str]) -> list[float]:
    """The ms that each search spends in statements of some names."""
    chosen = set(names)
    return [sum(one.ms for one in search.asked if one.name in chosen) for search in searches]


def spent(searches: Sequence[AskedTeamSearch], names: Iterable[str]) -> list[float]:
    """The ms of CPU that PostgreSQL spends for each search in statements of some names."""
    chosen = set(names)
    return [sum(one.cpu for one in search.asked if one.name in chosen) for search in searches]


def read_through(at: Addresses, shape: Shape, share: int) -> dict[str, list[str]]:
    """By statement: the large tables that it, or a function that it calls, reads from end to end, and how many rows."""
    asked = questions(granted_projects(at, shape, share), 3, seed=2)
    retriever = TeamRetriever(KnownQuestions(asked))
    found: dict[str, set[str]] = defaultdict(set)
    with entering(at, shape, 1) as database:
        searches = [search(database, digest_of(share), retriever, one) for one in asked]
    with planning(inside(at, shape.database).superuser, digest_of(share), datetime.now(UTC)) as (connection, told):
        for one in (statement for search in searches for statement in search.asked):
            found[one.name] |= set()
            told.clear()
            connection.execute(one.sql, one.values)
            for node in (node for plan in told for node in nodes(plan)):
                if node["Node Type"] == "Seq Scan":
                    rows = int(node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * int(node["Actual Loops"])
                    if rows >= LARGE:
                        found[one.name].add(f"{node['Relation Name']}: {rows:,} rows")
    return {name: sorted(tables) for name, tables in found.items()}


def told(figure: GrowthFigure) -> str:
    """One line of the table."""
    pairs = " | ".join(
        f"{a:6.1f} {b:6.1f}" for a, b in (
            figure.enter, figure.whole, figure.sql, figure.python, figure.sql_cpu, figure.words_cpu, figure.nearest_cpu,
            figure.rest_cpu,
        )
    )  # fmt: skip
    near = f"{figure.recall:.3f} {figure.graphs[0]:7.1f} {figure.exact[0]:7.1f}"
    given = f"{figure.passages:>9,} / {figure.projects:>3} | {figure.share:>3} % {figure.granted:>9,}"
    return f"{given} | {pairs} | {figure.pages:7,.0f} {figure.read:6,.0f} | {near} | {figure.load:4.1f}"


HEAD: Final = (
    "passages / projects | granted | ms p50 p95: enter | search | its SQL | CPU ms: Python | PostgreSQL | of it words "
    "| nearest | rows | pages, of them read "
    "| recall@50, graphs ms, exact ms | load average"
)


def main() -> None:
    """Load what is missing, then print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--projects", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--memory", default="1GB", help="for building indexes")
    parser.add_argument("--plans", action="store_true")
    parser.add_argument("--json", type=Path)
    params = parser.parse_args()
    shapes = [Shape(size, projects) for size in params.sizes for projects in params.projects]
    with cluster(params.folder, LOADING) as engine:
        make_template(engine)
        for shape in shapes:
            if shape.database not in there(engine.addresses):
                Loading(engine.addresses, shape, params.memory).load()
    results: list[dict[str, Any]] = []
    with cluster(params.folder, {}) as engine:
        print(HEAD, flush=True)
        for shape in shapes:
            set_embedder(engine.addresses, shape)
            for share in shape.shares:
                figure = measured(engine.addresses, shape, share, params.questions)
                print(told(figure), flush=True)
                results.append(asdict(figure) | {"at": time.time()})
                if params.plans:
                    through = read_through(engine.addresses, shape, share)
                    results[-1]["read_through"] = through
                    for name, tables in through.items():
                        print(f"    {name}: {', '.join(tables) or 'by indexes alone'}", flush=True)
            results.append(
                {"passages": shape.passages, "projects": shape.projects, "bytes": sizes(engine.addresses, shape)}
            )
    if params.json:
        params.json.write_text(json.dumps(results, indent=1, default=float))


if __name__ == "__main__":
    main()
