"""Simple commands of a line of shell, and whether their output is a machine's own word. Pure."""

import shlex
from functools import cache
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Final

from scrubjay.identity.person.agents import known_agents
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

LONGEST: Final = 4_000
"""Characters of a line that is read; a longer one is a program."""

ROUNDS: Final = 20
"""Rounds of a loop that is read as the commands that it runs."""

_SIGNS: Final = ";()<>|&\n"
_COMPOUND: Final = frozenset({"{", "}", "!", "if", "then", "else", "fi", "for", "while", "until", "do", "done", "case",
    "esac", "select", "function", "[[", "]]", "coproc"})  # fmt: skip


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The words of each simple command, redirections left out; `joins` between them; `fed`: by text within the line.

    A loop over words stands for what it runs.
    """

    commands: tuple[tuple[str, ...], ...]
    joins: tuple[str, ...]
    fed: bool = False


def parse(text: str) -> CommandLine | None:
    """The commands of a line; None for a compound one, and for what can't be read."""
    try:
        tokens = _tokens(text.strip()) if len(text) <= LONGEST else []
    except ValueError:
        return None
    commands: list[list[str]] = [[]]
    joins: list[str] = []
    fed = skip = False
    for token in tokens:
        if set(token) <= set(_SIGNS):
            if "<" in token or ">" in token:
                if commands[-1] and commands[-1][-1].isdigit():
                    commands[-1].pop()  # 2>&1: the number is of the redirection
                fed, skip = fed or "<<" in token, True
            elif "(" in token or ")" in token:
                return None
            else:
                joins.append(token.strip("\n") or ";")
                commands.append([])
                skip = False
        elif skip:
            skip = False
        else:
            commands[-1].append(token)
    if joins and not commands[-1] and joins[-1] in (";", "&"):
        commands.pop()
        if joins[-1] == ";":
            joins.pop()
    if commands[0][:1] == ["for"]:
        commands = _unrolled_loop(commands, joins)
        joins = [";"] * (len(commands) - 1)
    if not all(commands) or any(words[0] in _COMPOUND for words in commands):
        return None
    return CommandLine(tuple(map(tuple, commands)), tuple(joins), fed)


def _unrolled_loop(commands: list[list[str]], joins: list[str]) -> list[list[str]]:
    """The commands that a `for name in words; do …; done` line runs; unchanged if it is anything else."""
    (_, *head), *body = commands
    if len(head) < 3 or head[1] != "in" or len(body) < 2 or body[0][:1] != ["do"] or body[-1] != ["done"]:
        return commands
    if set(joins) - {";", "|", "&&"} or {joins[0], joins[-1]} != {";"} or len(head) > ROUNDS + 2:
        return commands
    run = [words for words in (body[0][1:], *body[1:-1]) if words]
    forms = (f"${head[0]}", f"${{{head[0]}}}")
    if any(form in word and form != word for words in run for word in words for form in forms):
        return commands
    return [[value if word in forms else word for word in words] for value in head[2:] for words in run]


def _tokens(text: str) -> list[str]:
    lexer = shlex.shlex(text, posix=True, punctuation_chars=_SIGNS)
    lexer.whitespace, lexer.commenters, lexer.whitespace_split = " \t\r", "", True
    return list(lexer)


_HIDDEN: Final = pattern(r"`|\$\(|\$\{?[A-Za-z_]")
"""What a word holds whose text the shell makes."""

_DEPENDENCY: Final = pattern(r"(?:\A|[/=])(?:node_modules|site-packages|dist-packages|bower_components)/.")
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
            if program in _names_of_kind("program") and not (filters and program in _names_of_kind("filter")):
                return f"`{program}` prints what people or agents wrote"
            if word := next((word for word in simple[1:] if word in _printing_words(program)), ""):
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


def _names_of_kind(kind: str) -> frozenset[str]:
    return frozenset(name for row_kind, names in _printing_rows() if row_kind == kind for name in names)


@cache
def _printing_words(program: str) -> frozenset[str]:
    """The subcommands and options that make a program print others' words."""
    return frozenset(
        word for kind, names in _printing_rows() if kind == "with" and names[0] == program for word in names[1:]
    )


@cache
def _printing_rows() -> tuple[tuple[str, tuple[str, ...]], ...]:
    lines = Path(__file__).with_name("printing.txt").read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return tuple((kind, tuple(names)) for kind, *names in words)
