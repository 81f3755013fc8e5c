"""An agent that runs as this account is seen, wherever it runs; somebody else's and other programs aren't."""

import os
import subprocess
import sys
from pathlib import Path

from scrubjay.identity.person.agents import Agents
from scrubjay.identity.person.observe import agent_runs

MADE_UP = Agents(frozenset({"magpie-agent"}), frozenset())


def test_an_agent_is_seen_while_it_runs(tmp_path: Path) -> None:
    program = tmp_path / "magpie-agent"
    program.symlink_to(sys.executable)
    assert not agent_runs(MADE_UP)
    with subprocess.Popen([program, "-c", "input()"], stdin=subprocess.PIPE) as agent:
        assert agent_runs(MADE_UP)
        agent.communicate(b"\n")
    assert not agent_runs(MADE_UP)


def test_what_cant_be_read_is_none(tmp_path: Path) -> None:
    (tmp_path / str(os.getpid())).mkdir()
    assert not agent_runs(MADE_UP, read=lambda _: None, folder=tmp_path)
    assert not agent_runs(MADE_UP, folder=tmp_path / "absent")
