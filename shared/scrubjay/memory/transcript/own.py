"""Commands whose output is a machine's word, and those that print what people or agents wrote. Pure."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Final

from scrubjay.identity.person.agents import known_agents
from scrubjay.memory.transcript.shell import parse

_HIDDEN: Final = re.compile(r"`|\$\(|\$\{?[A-Za-z_]")
"""What a word holds whose text the shell makes."""

_DEPENDENCY: Final = re.compile(r"(?:\A|[/=])(?:node_modules|site-packages|dist-packages|bower_components)/.")
_RUNNERS: Final = frozenset(
    {"sudo", "env", "command", "exec", "time", "nice", "nohup", "xargs", "timeout", "uvx", "npx", "uv", "poetry", "run"}
)
SELECTS: Final = frozenset({"grep", "egrep", "fgrep"})
"""Its words only choose among the lines that it reads."""


def prints_others_words(command: str) -> str:
    """Why a command's output isn't a machine's own; empty where it is. What isn't plain may print anything."""
    line = parse(command)
    if line is None or line.fed:
        return "the command holds a program or text of its own"
    for place, simple in enumerate(line.commands):
        filters = place > 0 and line.joins[place - 1] == "|"  # it only sees what another one printed
        if any(_HIDDEN.search(word) for word in simple) and not filters:
            return "the command holds a program or text of its own"
        if any(_DEPENDENCY.search(word) for word in simple):
            return "what a dependency's files hold isn't this project's"
        for program in programs(simple):
            if program in known_agents().programs or program.startswith("scrubjay"):
                return f"`{program}` answers in an agent's words"
            if program in _printing("program") and not (filters and program in _printing("filter")):
                return f"`{program}` prints what people or agents wrote"
            if word := next((word for word in simple[1:] if word in _with(program)), ""):
                return f"`{program} {word}` prints what people or agents wrote"
    return ""


def chooses(simple: tuple[str, ...]) -> bool:
    """Whether a simple command only chooses among lines that it reads."""
    return not SELECTS.isdisjoint(programs(simple)[-1:])


def programs(simple: tuple[str, ...]) -> tuple[str, ...]:
    """The program of a simple command, and the one that it runs for us, if it is known to run one."""
    names: list[str] = []
    for word in simple:
        if "=" in word and (not names or names[-1] in _RUNNERS):
            continue
        name = PurePosixPath(word).name.lower()
        if not names or (names[-1] in _RUNNERS and not word.startswith("-") and not word[:1].isdigit()):
            names.append(name)
        elif names[-1] not in _RUNNERS:
            break
    modules = [following for option, following in pairwise(simple) if option == "-m"]
    return (*names, *(module.split(".")[0] for module in modules))


def _printing(kind: str) -> frozenset[str]:
    return frozenset(name for row_kind, names in _rows() if row_kind == kind for name in names)


@cache
def _with(program: str) -> frozenset[str]:
    """The subcommands and options that make a program print others' words."""
    return frozenset(word for kind, names in _rows() if kind == "with" and names[0] == program for word in names[1:])


@cache
def _rows() -> tuple[tuple[str, tuple[str, ...]], ...]:
    lines = Path(__file__).with_name("printing.txt").read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return tuple((kind, tuple(names)) for kind, *names in words)
