"""Ways over a person, as an agent's shell starts them: none is open but those that SECURITY.md names as left."""

import json
import os
import shlex
import sys
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from tests import forked, persons
from tests.behaviour.client_sessions import program_of
from tests.behaviour.processes import command, scrubjay
from tests.conftest import Repo

TOLD = "The shop has one door."
OWN = Path(__file__)
WAYS = [
    tuple(line.split("\t"))
    for line in OWN.with_name("ways.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
LEFT = {name.removeprefix("left: ") for name, _ in WAYS if name.startswith("left: ")}
PARTS = 5
"""Parts of the ways, which run beside each other."""

FEED = "(while sleep 0.2; do printf y; done)"


@pytest.fixture
def shop(repo: Repo) -> Repo:
    repo.environment = repo.environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("start", {"README.md": "# Shop\n\nA shop.\n"})
    scrubjay(repo, "init", "--yes", "--client", "print")
    return repo


class Agent:
    """An agent's program, and the lines that it runs; each remembers something as a person's in place of TOLD."""

    def __init__(self, shop: Repo, top: Path, told: str) -> None:
        self._shop, self._top, self._told = shop, top, told
        self._fifo = top / "ended"
        os.mkfifo(self._fifo)

    def line(self, number: int, way: str) -> str:
        """A way, spelled out."""
        words = ["remember", claim(number), "--supersedes", self._told, "--json"]
        own_pty = f"{sys.executable} {OWN.with_name('own_pty.py')}"
        program = str(Path(sys.executable).with_name("scrubjay"))
        own_command = f"from scrubjay.cli.main import main; main({words})"
        parts = {
            "{act}": str(self._script(number, "act", [program, *words])),
            "{call}": str(self._script(number, "call", [sys.executable, "-c", own_command])),
            "{module}": str(self._script(number, "module", [sys.executable, "-I", program, *words])),
            "{feed}": FEED,
            "{pty}": own_pty,
            "{home}": self._shop.environment["SCRUBJAY_HOME"],
        }
        for name, text in parts.items():
            way = way.replace(name, text)
        return way

    def _script(self, number: int, name: str, words: list[str]) -> Path:
        script = self._top / f"{name}{number}"
        names = ("SCRUBJAY_HOME", "HOME", "SCRUBJAY_EMBEDDING_PROVIDER", "GIT_CONFIG_NOSYSTEM")
        values = {name: self._shop.environment[name] for name in names if name in self._shop.environment}
        kept = [f"export {name}={shlex.quote(value)}" for name, value in values.items()]
        place = f"cd {shlex.quote(str(self._shop.path))}"
        lines = ["#!/bin/bash", *kept, place, shlex.join(words), f"echo {number} > {self._fifo}", ""]
        script.write_text("\n".join(lines))
        script.chmod(0o755)
        return script

    def run(self, ways: list[str]) -> list[str]:
        """Run the ways one after another below a program with an agent's name; returns those that told no end."""
        lines = self._top / "ways.json"
        lines.write_text(json.dumps([[number, self.line(number, way)] for number, way in enumerate(ways)]))
        program = program_of(self._top, "claude")
        words = [str(program), str(OWN.with_name("an_agent.py")), str(lines), str(self._fifo)]
        variables = {"CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "cli", "TERM": "dumb"}
        with Path(os.devnull).open() as stdin, TemporaryFile("w+") as stdout, TemporaryFile("w+") as stderr:
            request = {
                "command": words,
                "cwd": str(self._top),
                "env": self._shop.environment | variables,
                "patience": 900,
            }
            forked.ended(forked.start(request, [stream.fileno() for stream in (stdin, stdout, stderr)]))
            stdout.seek(0)
            stderr.seek(0)
            print(stderr.read()[-4000:])
            return [line for line in stdout.read().splitlines() if len(line.split()) < 2]


def claim(number: int) -> str:
    return f"Way number {number} is open."


@pytest.mark.parametrize("part", range(PARTS))
def test_no_way_leads_over_a_person_but_those_that_are_named(shop: Repo, tmp_path: Path, part: int) -> None:
    ways = WAYS[part::PARTS]
    rule = persons.scrubjay(shop.path, shop.environment, "remember", TOLD, "--json", keys=[])
    told = json.loads(next(line for line in rule.said.splitlines() if line.startswith("{")))["id"]
    top = tmp_path / "agent"
    top.mkdir()
    unheard = Agent(shop, top, told).run([way for _, way in ways])
    listed = json.loads(command(shop, "memories", "--json", "--limit", "100").stdout)["memories"]
    grades = {one["content"]: one["grade"] for one in listed}
    over = {name for number, (name, _) in enumerate(ways) if grades.get(claim(number)) == "told"}
    assert over <= {f"left: {name}" for name in LEFT}
    assert unheard == []
    records = json.loads(scrubjay(shop, "audit", "show", "--scope", "user", "--json", "--limit", "100"))["records"]
    _, *acts = [one["metadata"] for one in reversed(records) if one["event"] == "ACT"]
    assert [one.get("agent") for one in acts] == ["possible"] * len(over)


def test_there_are_forty_and_more() -> None:
    assert len({name for name, _ in WAYS}) - len(LEFT) >= 40


def test_security_names_what_is_left() -> None:
    text = (OWN.parents[2] / "SECURITY.md").read_text(encoding="utf-8")
    for words in (
        "the agent's process tree",
        "a hook called by hand",
        "home or client files",
        "tmux, screen, zellij or sshd",
    ):
        assert words in text
