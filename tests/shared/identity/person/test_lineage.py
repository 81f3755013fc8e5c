"""Which client led to a process, and is there a second agent above it?"""

import os
from pathlib import Path

import pytest

from scrubjay.identity.person.lineage import Process, clients, lineage, start_time


def _line(*names: tuple[str, ...]) -> tuple[Process, ...]:
    return tuple(Process(100 - number, "", some) for number, some in enumerate(names))


@pytest.mark.parametrize(
    ("above", "found"),
    [
        ([("sh",), ("claude",), ("bash",)], ["claude"]),
        ([("claude",), ("tmux: server",)], ["claude"]),
        # as npm installs a client: a script of node's that starts the program
        ([("codex",), ("node", "codex.js", "codex", "@openai"), ("zsh",)], ["codex"]),
        ([("claude",), ("zsh",), ("claude",)], ["claude", "claude"]),
        # bash -c hands its process over to the last command
        ([("claude",), ("codex",)], ["claude", "codex"]),
        ([("codex",), ("node", "codex.js", "codex"), ("codex",), ("node", "codex.js", "codex")], ["codex", "codex"]),
        ([("bash",), ("sshd",)], []),
        ([], []),
    ],
)
def test_a_client_is_an_agent_program_among_the_ancestors(above: list[tuple[str, ...]], found: list[str]) -> None:
    assert [process.names[0] for process in clients(_line(*above))] == found


def test_the_line_of_this_process_goes_up_from_it() -> None:
    line = lineage(os.getpid())
    assert [process.id for process in line[:2]] == [os.getpid(), os.getppid()]


def test_a_process_is_known_by_when_it_was_started(tmp_path: Path) -> None:
    folder = tmp_path / "7"
    folder.mkdir()
    (folder / "stat").write_text("7 (a) b) S 1 " + " ".join(map(str, range(5, 60))))
    assert start_time(7, tmp_path) == "22"
    assert start_time(8, tmp_path) == ""
