"""What the pages Memories and Review show and do, the terminal does as well: one table, compared with both."""

from dataclasses import fields
from importlib import import_module
from typing import Any, get_args

import typer.main

from scrubjay.app import Workspace
from scrubjay.cli.commands import COMMANDS
from scrubjay.cli.memories.review_screen import HELP
from scrubjay.memory.listing.filters import ListFilters, Sort, State, as_object
from scrubjay.memory.review.render import as_object as claim_object
from scrubjay_ui.views.memories import ACTS
from scrubjay_ui.views.memories_queries import COLUMNS, STATES
from scrubjay_ui.views.memory_changes import CHANGES, ENDINGS
from tests.servers.ui.addresses import VIEWS
from tests.servers.ui.conftest import Browser
from tests.servers.ui.views.test_memory import said
from tests.servers.ui.views.test_review import claim, hidden

FILTERS = {
    "kinds": ("kind", "--kind"),
    "grades": ("grade", "--grade"),
    "tags": ("tag", "--tag"),
    "scope": ("scope", "--scope"),
    "author": ("author", "--author"),
    "session": ("session", "--session"),
    "since": ("since", "--since"),
    "until": ("until", "--until"),
    "words": ("q", "--containing"),
    "fallen_since": ("fallen_since", "--fallen-since"),
}
"""A filter of the service: its field on the page, and its option."""

WALKED = {"state", "sort", "reverse", "limit", "offset", "everywhere"}
"""Tabs, headings and pages of the page; the first four are options too. `everywhere` is `retract`'s alone."""

OPTIONS = {"unused": "--never-used"}
"""States whose option has another name."""

COLUMN_KEYS = {
    "kind": "kind", "scope": "scope", "grade": "grade", "used": "used", "newest": "at", "fallen": "fell_at",
}  # fmt: skip
"""A column of the page, and its key in `scrubjay memories --json`."""

MEMORY_ACTS = {
    "correct": "update", "supersede": "update", "extend": "update", "merge": "review merge",
    "retract": "memories retract", "invalidate": "update", "confirm": "memories confirm", "forget": "forget",
    "share": "pool share", "publish": "publish", "undo": "review undo", "quarantine": "quarantine",
}  # fmt: skip
"""An act on a memory, and the command that does it."""

REVIEW_ACTS = {
    "review/decide": ("review approve", "review reject", "review edit"),
    "review/group/approve": ("review approve",),
    "review/merge/save": ("review merge",),
    "review/undo": ("review undo",),
    "review/disputes/settle": ("review settle",),
    "review/proposals/decline": ("review decline",),
    "promotion/publish/confirm": ("review promote", "publish"),
}
REVIEW_SHOWN = {
    "review": "review show", "review/disputes": "review settle", "review/proposals": "review list",
    "review/archive": "review list", "review/past": "review history",
}  # fmt: skip
"""Forms and pages of Review, and the commands."""

CLAIM_KEYS = {
    "content", "kind", "scope", "status", "author", "origin", "agent", "session", "branch", "quote", "at", "reason",
    "failed", "citations", "running", "confirmed", "nearest", "alike", "alone",
}  # fmt: skip
"""What Review shows of a claim."""


def command(words: str) -> Any:
    """A command of the command line, by its words."""
    first, *more = words.split()
    entry = next(entry for entry in COMMANDS if entry.name == first)
    found: Any = typer.main.get_command(import_module(entry.module).app)
    for word in more:
        found = found.commands[word]
    return found


def options(words: str) -> set[str]:
    return {name for parameter in command(words).params for name in parameter.opts}


def test_every_filter_of_memories_is_a_field_and_an_option(browser: Browser) -> None:
    assert {field.name for field in fields(ListFilters)} == set(FILTERS) | WALKED
    page = browser.open("memories?state=fallen")
    names = {str(field.attributes.get("name")) for field in page.all("form input, form select")}
    assert {name for name, _ in FILTERS.values()} <= names
    assert {option for _, option in FILTERS.values()} | {"--sort", "--reverse", "--limit"} <= options("memories")


def test_states_and_orders_are_the_same(browser: Browser) -> None:
    assert set(STATES) == set(get_args(State))
    assert {OPTIONS.get(state, f"--{state}") for state in STATES if state} <= options("memories")
    assert set(COLUMNS) <= set(get_args(Sort))
    for order in get_args(Sort):
        assert browser.open(f"memories?sort={order}").status == 200
    for state in STATES:
        assert browser.open(f"memories?state={state}").status == 200


def test_every_column_and_what_a_claim_shows_is_a_key_of_json(browser: Browser, workspace: Workspace) -> None:
    said(workspace, "The gate opens at six in the morning.", by="person")
    claim(workspace, hidden("gate"))
    (row, *_) = workspace.listed(ListFilters(), detailed=True).memories
    assert set(COLUMN_KEYS) == set(COLUMNS) | {"fallen"}
    assert set(COLUMN_KEYS.values()) <= set(as_object(row))
    (held,) = workspace.reviews.waiting()
    assert set(claim_object(held)) - {"id"} == CLAIM_KEYS


def test_every_act_on_memories_has_a_command() -> None:
    assert {*ACTS, *CHANGES, *ENDINGS} <= set(MEMORY_ACTS)
    for words in MEMORY_ACTS.values():
        command(words)


def test_every_form_and_tab_of_review_has_a_command(browser: Browser) -> None:
    forms = {route.path.lstrip("/") for route in VIEWS if route.writes and route.path.startswith("/review/")}
    assert forms == {path for path in REVIEW_ACTS if path.startswith("review/")}
    tabs = {str(link.attributes["href"]).split("/", 3)[3] for link in browser.open("review").all(".tabs a")}
    assert tabs == set(REVIEW_SHOWN)
    for words in (*(words for many in REVIEW_ACTS.values() for words in many), *REVIEW_SHOWN.values()):
        command(words)


def test_every_key_of_the_terminals_review_is_a_key_of_the_page(browser: Browser, workspace: Workspace) -> None:
    claim(workspace, hidden("gate"))
    page = browser.open("review")
    keys = {line.split()[0] for line in HELP.splitlines()} - {"q"}
    assert keys <= {str(node.attributes["data-key"]) for node in page.all("[data-key]")}
    assert keys <= {key for words in page.words("details dt") for key in words.split()}
