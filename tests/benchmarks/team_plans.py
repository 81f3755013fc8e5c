"""Which ten statements cost a team's server most CPU under its load, and how does PostgreSQL carry them out?

    python -m tests.benchmarks.team_plans FOLDER [--size 1000000] [--projects 100] [--memories 1000000] [--teams 1]
                                          [--share 1] [--page docs/explanation/team-plans.md]

FOLDER holds a database that team_memories made beside passages. The calls of team_load are made once each, and the CPU
of PostgreSQL's process is taken for each of their statements: their mean, as often as ten searches and a write a second
ask them, is their rank. Each plan is that of the call with the median CPU, as the app's role, with rows and pages as
they were; of a statement that calls a function, the function's own. An insert is planned and not carried out.
"""

import argparse
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay_team.engine.embedded import Addresses
from tests.benchmarks.team_asked import AskedStatement, nodes, planning
from tests.benchmarks.team_calls import name_of
from tests.benchmarks.team_generator import LoadPlan
from tests.benchmarks.team_load import plan_of
from tests.benchmarks.team_tables import Shape, cluster, inside

MOST: Final = 10
LINES: Final = 12
"""Of one plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedStatement:
    """A statement by its CPU: ms a second under the load, how often a second, ms each, and the median one."""

    name: str
    ms_a_second: float
    times: float
    each: float
    median: AskedStatement


def ranked(plan: LoadPlan) -> list[RankedStatement]:
    """The statements of a load, the dearest first."""
    asked: dict[str, list[tuple[float, AskedStatement]]] = defaultdict(list)
    for rate, calls in ((plan.searches_a_second, plan.searches), (plan.writes_a_second, plan.writes)):
        for one in (statement for call in calls for statement in call):
            asked[name_of(one.sql)].append((rate / len(calls), one))
    made = []
    for name, each in asked.items():
        by_cost = sorted((one for _, one in each), key=lambda one: one.cpu)
        made.append(RankedStatement(
            name=name, ms_a_second=sum(times * one.cpu for times, one in each), times=sum(times for times, _ in each),
            each=statistics.mean(one.cpu for _, one in each), median=by_cost[len(by_cost) // 2],
        ))  # fmt: skip
    return sorted(made, key=lambda one: -one.ms_a_second)


def plan_lines(connection: Any, told: list[Any], one: AskedStatement) -> Iterator[str]:
    """The plan of a statement in a few lines, each node below what takes its rows."""
    if one.sql.lstrip().upper().startswith("INSERT"):
        rows = connection.execute(f"EXPLAIN (COSTS OFF) {one.sql}", one.values).fetchall()
        yield from [row["QUERY PLAN"] for row in rows][:LINES]
        return
    connection.execute(one.sql, one.values).fetchall()
    told.clear()
    connection.execute(one.sql, one.values).fetchall()
    tops = [next(nodes(plan)) for plan in told if "plan:" in plan]
    best = max(tops[1:] or tops, key=pages)
    shown = [(depth, node) for depth, node in walked(best, 0) if node["Actual Loops"]]
    heavy = sorted(shown, key=lambda pair: (-pages(pair[1]), -rows_of(pair[1])))[:LINES]
    yield from ("  " * depth + told_node(node) for depth, node in shown if any(node is kept for _, kept in heavy))


def walked(node: Mapping[str, Any], depth: int) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The nodes of a plan with their depths."""
    yield depth, node
    for below in node.get("Plans", ()):
        yield from walked(below, depth + 1)


def pages(node: Mapping[str, Any]) -> int:
    return int(node.get("Shared Hit Blocks", 0) + node.get("Shared Read Blocks", 0))


def rows_of(node: Mapping[str, Any]) -> int:
    return round(node.get("Actual Rows", 0) * node.get("Actual Loops", 1))


def told_node(node: Mapping[str, Any]) -> str:
    """One node in words."""
    of = [f"on {node[key]}" for key in ("Relation Name", "Function Name", "CTE Name") if key in node]
    by = f" by {node['Index Name']}" if "Index Name" in node else ""
    return f"{node['Node Type']}{by} {' '.join(of)}".rstrip() + f": {rows_of(node):,} rows, {pages(node):,} pages"


def page(at: Addresses, shape: Shape, share: int, embedder: Embedder) -> str:
    """The page, in Markdown."""
    plan = plan_of(at, shape, share, embedder)
    every = ranked(plan)
    sum_ms = sum(one.ms_a_second for one in every)
    top = every[:MOST]
    share_of_top = sum(one.ms_a_second for one in top) / sum_ms
    now = datetime.now(UTC)
    lines = [
        "# The ten dearest statements of a team's server",
        "",
        f"Made on {now.day} {now:%B %Y} by `python -m tests.benchmarks.team_plans`, over {shape.passages:,} passages "
        f"in {shape.projects} projects, of which the caller is granted {share} %, and "
        f"{counted(shape.memories, 'memory')} of {counted(shape.teams, 'team')}.",
        f"At {plan.searches_a_second:.0f} searches and {plan.writes_a_second:.0f} write a second all statements take "
        f"{sum_ms:,.0f} ms of PostgreSQL's CPU a second; these ten {share_of_top:.0%}. What the figures mean stands in "
        "[what a team's server costs](team-costs.md).",
        "",
        "| | statement | CPU ms a second | times a second | CPU ms each |",
        "|---|---|---|---|---|",
        *(
            f"| {place} | `{one.name}` | {one.ms_a_second:,.0f} | {one.times:.1f} | {one.each:.1f} |"
            for place, one in enumerate(top, 1)
        ),
        "",
        "A plan is the one of the app's role, with rows and pages of 8 KiB as they were, of the call with the median "
        "CPU; nodes that touch few pages are left out. A statement's text stands in its package's `queries.sql`; that "
        "of a function in `servers/scrubjay_team/database/migrations`.",
    ]
    digest = plan.callers[0].digest
    with planning(inside(at, shape.database).superuser, digest, datetime.now(UTC)) as (connection, told):
        for place, one in enumerate(top, 1):
            lines += ["", f"## {place}. {one.name}", "", "```text", *plan_lines(connection, told, one.median), "```"]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--projects", type=int, default=100)
    parser.add_argument("--memories", type=int, default=1_000_000)
    parser.add_argument("--teams", type=int, default=1)
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--page", type=Path)
    params = parser.parse_args()
    shape = Shape(params.size, params.projects, params.memories, params.teams)
    with cluster(params.folder, {}) as engine:
        text = page(engine.addresses, shape, params.share, OnnxEmbedder())
    if params.page:
        params.page.write_text(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
