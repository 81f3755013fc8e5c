"""Decisions stay apart from I/O: which modules may lead to a database, git, a process or a socket."""

from functools import cache

import grimp
import pytest

from tests.project.trees import SHARED, TOP

OUTSIDE = frozenset({"subprocess", "socket", "sqlite3"})
INSIDE = ("scrubjay.storage", "scrubjay.git")

MAY_REACH = {
    "context.blocks": "contexts",
    "context.briefing": "briefer gather hearers memory_sections notices questions sources told",
    "session.conversations": "conversations folders store summaries transcripts turns",
    "context.extraction": "capture extraction read_marks reader summariser",
    "memory.freshness": "freshness grades merged model_reading",
    "memory.grounding": "checks cited counting validator verification",
    "memory.grouping": "comparing relations",
    "search.history": "authors renames search story",
    "inference": "choose language refused",
    "memory.listing": "memory_list needs",
    "memory.transcript": "here lines observer transcript",
    "identity.person": "serving",
    "memory.quarantine": "quarantines",
    "search.recall": "answers archived asked belonging conversations far_question memory_hits names "
    "other_databases reading recall searches showing stages story why_not",
    "memory.review": "queue round",
    "scrubjay_agents.pools": "asking gate pools sharing",
    "scrubjay_bench": "bench commands corpora indexes local report repository",
    "scrubjay_exchange.importing": "folder_export formats importer sqlite_stores",
    "scrubjay_graph": "asked build.building build.history build.reading commands finding following graph naming own "
    "questions services steps store ways",
    "scrubjay_growth": "api commands.consolidate commands.procedure commands.promotion consolidation "
    "consolidation_steps procedures.procedures procedures.store promotion.engine promotion.gathering promotion.judge "
    "promotion.log promotion.outcomes.commits promotion.outcomes.store promotion.proposals promotion.running services",
    "scrubjay_publishing": "accepted api base_tree branches check commands drafts git_writer proposed_branches "
    "publications publisher pull_request services standings.marks standings.proposals standings.published "
    "standings.standings standings.statements",
    "scrubjay_watch": "commands home watching",
    "session.tasks": "archive branches commits earlier forgetting points quarantined reading sent tasks timeline",
}
"""Modules of a package that lead to I/O; all others are pure. "." is the package itself.

A package without a row is pure as a whole, or there for I/O where it has queries of its own.
"""

PURE = {
    "operations.across": "",
    "identity.agents": "calling",
    "api": "values",
    "app": "",
    "operations.backup": "",
    "cli": "commands options output progress",
    "knowledge.documents": "incidents left_out policy prepare selection text values",
    "git": "message paths",
    "knowledge.index": "kinds",
    "integrations": "client_hooks.message client_hooks.switches edits.block",
    "identity.insight": "events sums",
    "operations.jobs": "",
    "integrations.launching": "",
    "memory.store": "claim request",
    "identity.projects": "identity",
    "knowledge.retrieval": "inflected operators query recipes scoring talk",
    "scrubjay_agents": "clauses handoffs.handoff query_forms suspicion",
    "scrubjay_agents.commands": "",
    "scrubjay_agents.handoffs": "moved passing",
    "scrubjay_exchange.commands": "",
    "scrubjay_exchange.syncing": "keys remote segment",
    "scrubjay_joined": "address answers errors settings written",
    "scrubjay_stores": "errors outside settings",
    "storage": "",
    "wiring": "",
    "scrubjay_forges": "discussions.keys discussions.said discussions.stored discussions.values forges.bookmark "
    "forges.gitea forges.github forges.github_plan forges.limits forges.listing forges.offline.read forges.targets",
    "memory.lifecycle": "",
}
"""Packages that are there for I/O, each with the modules that stay pure all the same."""


@cache
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*SHARED, include_external_packages=True, cache_dir=None)


def does_io(module: str) -> bool:
    return module in OUTSIDE or any(module == name or module.startswith(f"{name}.") for name in INSIDE)


def full(package: str) -> str:
    """The name that Python imports; the core's packages are named without the core."""
    return package if package.startswith("scrubjay_") else f"scrubjay.{package}"


@pytest.mark.parametrize("package", MAY_REACH)
def test_a_module_is_pure_unless_it_is_named(package: str) -> None:
    root = full(package)
    modules = [name for name in graph().modules if name == root or name.startswith(f"{root}.")]
    assert modules
    reaching = {
        name.removeprefix(f"{root}.") if name != root else "."
        for name in modules
        if any(map(does_io, graph().find_upstream_modules(name)))
    }
    assert reaching == set(MAY_REACH[package].split())


@pytest.mark.parametrize("package", PURE)
def test_a_pure_module_of_a_package_for_io_stays_pure(package: str) -> None:
    names = [f"{full(package)}.{module}" for module in PURE[package].split()]
    assert set(names) <= graph().modules
    assert [name for name in names if any(map(does_io, graph().find_upstream_modules(name)))] == []


def asks_by_queries_of_its_own(module: str) -> bool:
    path = TOP.joinpath("shared", *module.split("."))
    return (path if path.is_dir() else path.parent).joinpath("queries.sql").is_file()


def test_what_has_no_row_is_pure_unless_it_asks_by_queries_of_its_own() -> None:
    named = {full(name) for name in (*MAY_REACH, *PURE)}
    rooms = {name.rpartition(".")[0] for name in named}
    ours = {module for module in graph().modules - rooms if module.startswith("scrubjay")}
    without = {one for one in ours if not any(one == name or one.startswith(f"{name}.") for name in named)}
    reaching = {one for one in without if any(map(does_io, graph().find_upstream_modules(one)))}
    assert {one for one in reaching if not asks_by_queries_of_its_own(one)} == set(), "a row in MAY_REACH or PURE"
