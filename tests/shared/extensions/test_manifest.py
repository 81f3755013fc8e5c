"""Manifests are data: light to read, whole, and each string in ours names something that is there."""

import os
import subprocess
import sys
from typing import get_args

import pytest

from scrubjay.cli.commands import COMMANDS, CORE
from scrubjay.extensions.builtin import BUILT_IN
from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.extensions.kinds.tool import AddedArgument
from scrubjay.extensions.kinds.watched import WatchedResource
from scrubjay.extensions.loading import load
from scrubjay.extensions.manifest import Command, DeclaredTools, Extension, Provide
from scrubjay.extensions.state import NAME
from scrubjay.settings.schema import Toolset
from scrubjay_ui.views import PageGroup


def test_a_manifest_says_what_it_brings() -> None:
    extension = Extension(
        name="acme",
        summary="Acme",
        commands={"acme": Command("acme:main", "Say acme")},
        toolsets={"acme": DeclaredTools("session", "acme.tools:TOOLS")},
        servers={"acme": Command("acme:serve", "Serve acme")},
        services={"acme": "acme:make"},
        provides=(Provide("source", "acme:A"), Provide("source", "acme:B"), Provide("check", "acme:check")),
    )
    assert extension.brings == ("command acme", "server acme", "toolset acme", "service acme", "source", "check")


def test_reading_ours_imports_nothing_but_their_own_modules() -> None:
    code = (
        "import sys; before = set(sys.modules); import scrubjay.extensions.builtin\n"
        "print(sorted(name for name in set(sys.modules) - before if name.startswith('scrubjay')))\n"
        "print(sorted({'json', 'dataclasses', 'importlib.metadata', 'pydantic', 'yaml'} & set(sys.modules)))"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    modules, heavy = done.stdout.splitlines()
    assert modules == str([
        "scrubjay", "scrubjay.extensions", "scrubjay.extensions.builtin", "scrubjay.extensions.builtin_afar",
        "scrubjay.extensions.manifest",
        "scrubjay.model", "scrubjay.model.frozen",
    ])  # fmt: skip
    assert heavy == "[]"


@pytest.mark.parametrize("extension", BUILT_IN, ids=lambda extension: extension.name)
def test_each_string_of_ours_names_something_that_is_there(extension: Extension) -> None:
    assert NAME.fullmatch(extension.name)
    for command in (*extension.commands.values(), *extension.servers.values()):
        assert load(command.target).registered_commands or load(command.target).registered_callback
    for name, tools in extension.toolsets.items():
        assert tools.server in ("session", "knowledge")
        for tool in load(tools.target):
            assert tool.toolset == name
            assert callable(load(tool.runs))
    for target in (*extension.services.values(), *(one.target for one in extension.provides)):
        value = load(target)
        assert callable(value) or all(callable(load(named)) for one in value for named in named_by(one))
    assert set(extension.toolsets) <= set(get_args(Toolset))


def named_by(one: WorkerStep | AddedArgument | PageGroup | WatchedResource) -> list[str]:
    """The strings of a value that name something in their turn."""
    if isinstance(one, PageGroup):
        return [str(view.show) for view in one.routes]
    if isinstance(one, WatchedResource):
        return [one.shows, *filter(None, [one.reads])]
    return [one.target if isinstance(one, WorkerStep) else one.runs]


def test_our_names_are_unique_and_no_command_is_named_twice() -> None:
    names = [extension.name for extension in BUILT_IN]
    commands = [command.name for command in COMMANDS]
    assert len(set(names)) == len(names)
    assert len(set(commands)) == len(commands) == len(CORE) + sum(len(one.commands) for one in BUILT_IN)


def test_what_a_command_follows_is_a_command() -> None:
    names = {command.name for command in COMMANDS}
    assert all(command.after in names for extension in BUILT_IN for command in extension.commands.values())
