"""After Tab the shell offers scrubjay's commands and options, without starting it."""

import shutil
import subprocess

import pytest

from scrubjay.cli.commands import COMMANDS
from tests.behaviour.processes import scrubjay
from tests.conftest import Repo

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")

ASK = """
PATH=/nowhere
. "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _scrubjay
echo "${COMPREPLY[@]}"
"""


@pytest.fixture
def offered(repo: Repo) -> "dict[str, str]":
    """What bash offers for some lines, without any program in reach."""
    script = repo.path / "completion"
    script.write_text(scrubjay(repo, "completion", "bash"))
    bash = shutil.which("bash") or ""
    answers = {}
    for line in ("scrubjay ", "scrubjay se", "scrubjay review ap", "scrubjay search --ki", "scrubjay backup --ch",
                 "scrubjay search review ", "scrubjay project forget --y", "scrubjay extensions "):  # fmt: skip
        words = line.split(" ")
        done = subprocess.run(
            [bash, "-c", ASK, "bash", str(script), *words], capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        answers[line] = done.stdout.strip()
    return answers


def test_commands_and_options_are_offered_where_they_fit(offered: "dict[str, str]") -> None:
    assert set(offered["scrubjay "].split()) >= {command.name for command in COMMANDS} | {"--repo", "--help"}
    assert offered["scrubjay se"] == "search session settings serve"
    assert offered["scrubjay review ap"] == "approve"
    assert offered["scrubjay search --ki"] == "--kind"
    assert offered["scrubjay backup --ch"] == "--check"
    assert offered["scrubjay project forget --y"] == "--yes"
    assert "--batch" in offered["scrubjay search review "]
    assert offered["scrubjay extensions "].split().count("--json") == 1
    for words in map(str.split, offered.values()):
        assert len(set(words)) == len(words)


def test_fish_and_zsh_get_the_same_words(repo: Repo) -> None:
    assert "-a uninstall" in scrubjay(repo, "completion", "fish")
    assert scrubjay(repo, "completion", "zsh").startswith("autoload -U +X bashcompinit && bashcompinit\n")
    assert scrubjay(repo, "completion", "zsh").endswith(scrubjay(repo, "completion", "bash"))
