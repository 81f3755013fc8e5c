"""Which simple commands does a line of shell hold, and how are they joined? Pure; what isn't plain isn't read."""

import shlex
from dataclasses import dataclass
from typing import Final

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
        commands = _unrolled(commands, joins)
        joins = [";"] * (len(commands) - 1)
    if not all(commands) or any(words[0] in _COMPOUND for words in commands):
        return None
    return CommandLine(tuple(map(tuple, commands)), tuple(joins), fed)


def _unrolled(commands: list[list[str]], joins: list[str]) -> list[list[str]]:
    """What `for name in words; do …; done` runs; as it stands where that isn't all of the line."""
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
