"""The suites of what extensions do where they are called: commands, tools, checks, pages, steps of the worker."""

from collections.abc import Mapping, Sequence
from inspect import Parameter, signature
from typing import get_type_hints

from scrubjay.extensions.host import Host
from scrubjay.extensions.kinds.functions import Checking, CommandFunction, PageView, WorkerStep, wrong_parameters
from scrubjay.extensions.kinds.tool import Tool
from scrubjay.extensions.loading import load
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.check import Check
from scrubjay.model.of_extensions import PageContent


def check_command(command: CommandFunction) -> None:
    """Check that the command line can offer a command: a host first, plain types behind it, and words of help."""
    first, *others = signature(command).parameters.values()
    expect(first.name == "host", "its first parameter is host")
    hints = get_type_hints(command)
    wrong = wrong_parameters(command) or next((one.name for one in others if one.name not in hints), "")
    expect(not wrong, f"parameters are str, int, float, bool or a list of str: {wrong}")
    expect(bool((command.__doc__ or "").strip()), "its docstring is its help")


ARGUMENT_TYPES = (str, int, float, bool, tuple[str, ...])
LONGEST_DESCRIPTION = 400


def check_tool(tool: Tool, extension: str) -> None:
    """Check that a tool's name, texts and arguments can be shown by a client; `extension` is the manifest's name."""
    expect(isinstance(tool, Tool), "it is a Tool")
    prefix = f"{extension.replace('-', '_')}_"
    expect(tool.name.isidentifier() and tool.name.startswith(prefix), f"its name begins with {prefix}")
    expect(bool(tool.title) and bool(tool.description), "it has a title and a description")
    expect(len(tool.description) <= LONGEST_DESCRIPTION, f"its description is longer than {LONGEST_DESCRIPTION}")
    expect(not tool.destroys or tool.writes, "what destroys writes")
    first, *others = signature(tool.fn).parameters.values()
    expect(first.name == "host", "its first parameter is host")
    expect(all(one.kind is Parameter.KEYWORD_ONLY for one in others), "its arguments are keyword-only")
    hints = get_type_hints(tool.fn)
    wrong = [one.name for one in others if hints.get(one.name) not in ARGUMENT_TYPES]
    expect(not wrong, f"arguments are str, int, float, bool or tuples of str: {', '.join(wrong)}")
    names = {one.name for one in others}
    expect(tool.arguments.keys() <= names, "arguments describes what the function takes")
    expect(not names & {"repo", "target"}, "repo and target are the server's")


def check_check(checking: Checking, host: Host) -> None:
    """Check that each result of a check has a name of its own, and that a problem says what to do."""
    found = list(checking(host))
    expect(all(isinstance(one, Check) for one in found), "each result is a Check")
    names = [one.name for one in found]
    expect(all(names) and len(set(names)) == len(names), "each has a name of its own")
    expect(all(one.ok or one.do for one in found), "a problem says what to do")


HOSTILE_QUERIES: tuple[Mapping[str, str], ...] = ({}, {"nothing": ""}, {"word": "<script>"}, {"word": "a" * 20_000})


def check_view(view: PageView, host: Host) -> None:
    """Check that a view draws a page for any query in its address, and that rows fit their columns."""
    expect(isinstance(view, PageView), "it is a PageView")
    expect(view.name.replace("-", "").isalnum() and view.name == view.name.lower(), "name: small letters, hyphens")
    for query in HOSTILE_QUERIES:
        page = view.fn(host, query)
        expect(isinstance(page, PageContent), "fn() gives a PageContent")
        expect(bool(page.title.strip()), "a page has a title")
        rows = [(table.columns, row) for table in page.tables for row in table.rows]
        expect(all(len(columns) == len(row) for columns, row in rows), "each row has its columns")
        expect(all(isinstance(cell, str) for _, row in rows for cell in row), "cells are text")


JOBS = ("ingest", "embed", "forges")


def check_job_steps(steps: Sequence[WorkerStep]) -> None:
    """Check that each step has a name of its own within its job, and a function of `host` and `stopping`."""
    expect(all(isinstance(one, WorkerStep) for one in steps), "each is a WorkerStep")
    named = [(one.job, one.name) for one in steps]
    expect(len(set(named)) == len(named), "each has a name of its own within its job")
    expect(all(one.name.strip() == one.name != "" for one in steps), "a name is words")
    expect(all(one.job in JOBS for one in steps), f"jobs are {', '.join(JOBS)}")
    for one in steps:
        function = load(one.target)
        expect(callable(function), f"{one.target} is a function")
        expect(
            len(signature(function).parameters) == len(("host", "stopping")), f"{one.target} takes host and stopping"
        )
