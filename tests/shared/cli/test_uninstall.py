"""`scrubjay uninstall` shows what it takes back and asks a person; a script says --yes, an agent may not."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests import persons


def is_set_up(magpie: Any, account: Path) -> bool:
    """Whether hooks and servers stand: all of them or none."""
    found = {(magpie.path / ".git/hooks/post-commit").exists(), "scrubjay" in (account / ".claude.json").read_text()}
    assert len(found) == 1
    return found.pop()


@pytest.fixture
def account(account: Path) -> Path:
    (account / ".claude.json").write_text("{}")
    return account


@pytest.mark.parametrize("more", [(), ("--client", "claude"), ("--purge",)])
def test_without_a_terminal_nothing_changes_and_the_line_is_told(
    ready: Any, magpie: Any, account: Path, more: tuple[str, ...]
) -> None:
    done = ready("uninstall", *more)
    assert done.code == 2
    assert f"scrubjay uninstall {' '.join(more)}".rstrip() in done.err
    assert "nothing was changed" in done.err.lower()
    assert is_set_up(magpie, account)


@pytest.mark.parametrize("more", [(), ("--yes",), ("--client", "claude", "--yes"), ("--purge", "--yes")])
def test_an_agent_may_not(
    ready: Any, magpie: Any, account: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    done = ready("uninstall", *more)
    assert done.code == 2
    assert "an agent runs this (CLAUDECODE)" in done.err
    assert "--yes" not in done.err
    assert is_set_up(magpie, account)


def test_a_script_says_yes(ready: Any, magpie: Any, account: Path) -> None:
    assert ready("uninstall", "--yes").code == 0
    assert not is_set_up(magpie, account)


@pytest.mark.parametrize(("arguments", "keys", "code", "stays"), [
    ((), [("[y/n]", "n")], 1, True),
    ((), [("[y/n]", "y")], 0, False),
    (("--client", "claude"), [("[y/n]", "n")], 1, True),
    (("--yes",), [], 0, False),
])  # fmt: skip
def test_a_person_sees_what_is_taken_back_and_is_asked(
    ready: Any,
    magpie: Any,
    account: Path,
    arguments: tuple[str, ...],
    keys: list[tuple[str, str]],
    code: int,
    stays: bool,
) -> None:
    done = persons.scrubjay(magpie.path, dict(os.environ), "uninstall", *arguments, keys=keys)
    assert done.code == code, done.said
    if keys:
        before = done.said.partition("[y/n]")[0]
        assert "Claude Code: take servers and hooks out of its files" in before
        assert ("post-commit" in before) == (not arguments)
    assert ("Nothing was changed" in done.said) == stays
    assert is_set_up(magpie, account) == stays
