"""One real pseudo-terminal: a process that sits at it is a person's, one that doesn't is a script's."""

import sys
from pathlib import Path

import pytest

from tests.persons import Ended, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")

WHO = (
    "import os; from scrubjay.identity.person.facts import classify_actor; "
    "from scrubjay.identity.person.observe import observe;"
    " print(classify_actor(observe(os.environ)))"
)
KEY = (
    "from scrubjay.identity.person.keys import agreed; import sys, termios; print('ready'); sys.stdin.readline();"
    "termios.tcgetattr(0); print(agreed('Sure?', print))"
)


def python(code: str, environment: dict[str, str], folder: Path, **more: object) -> Ended:
    keys = more.get("keys")
    return run([sys.executable, "-c", code], folder, environment, keys)  # type: ignore[arg-type]


def test_who_sits_at_the_terminal_is_a_person(environment: dict[str, str], tmp_path: Path) -> None:
    ended = python(WHO, environment, tmp_path, keys=[])
    assert (ended.code, ended.said.strip()) == (0, "person")


def test_the_same_without_a_terminal_is_a_script(environment: dict[str, str], tmp_path: Path) -> None:
    assert python(WHO, environment, tmp_path).said.strip() == "script"


def test_an_agents_variable_makes_the_one_at_the_terminal_an_agent(environment: dict[str, str], tmp_path: Path) -> None:
    code = f"import os; os.environ['CLAUDECODE'] = '1'; {WHO}"
    assert python(code, environment, tmp_path, keys=[]).said.strip() == "agent"


def test_an_agent_program_above_makes_it_an_agent(environment: dict[str, str], tmp_path: Path) -> None:
    agent = tmp_path / "claude"
    agent.write_text(f'#!/bin/sh\n"{sys.executable}" -c "$1"\n:\n')
    agent.chmod(0o755)
    assert run([str(agent), WHO], tmp_path, environment, []).said.strip() == "agent"


def test_what_was_typed_ahead_answers_nothing(environment: dict[str, str], tmp_path: Path) -> None:
    """The y stands in the terminal before the question does; only the n after it counts."""
    ended = python(KEY, environment, tmp_path, keys=[("ready", "go\ny"), ("Sure?", "n")])
    assert ended.said.strip().endswith("False")
