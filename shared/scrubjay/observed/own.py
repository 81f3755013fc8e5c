"""Whose words does a command print: a machine's, or those that an agent gave it? Pure.

A command counts where it can't say what it was told to say: nothing is fed to it, no word of it is a program or hides
one, it neither prints its arguments, nor what people and agents wrote into git, another agent's or our own answer, nor
what it fetched; and the words are mostly not those of an earlier tool input.
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from scrubjay.observed.session import Call
from scrubjay.observed.shell import parse
from scrubjay.observed.words import RUN, content, folded, repeats, words
from scrubjay.person.agents import known_agents

_PROGRAM: Final = re.compile(r"[\"'(){}$`;<>\\|\x00-\x08]")
"""What a word holds that is code, or whose text the shell makes."""

_PRINTS_ARGUMENTS: Final = frozenset({"echo", "printf"})
"""The two utilities of POSIX that do."""

_FETCHES: Final = frozenset({"curl", "wget", "http", "https", "xh", "gh", "glab", "ssh", "git", "scrubjay"})
_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})  # noqa: S104 - compared, not bound
_RUNNERS: Final = frozenset(
    {"sudo", "env", "command", "exec", "time", "nice", "nohup", "xargs", "timeout", "uvx", "npx"}
)


def held_before(quote: str, calls: Iterable[Call]) -> bool:
    """Whether a tool input holds a quote, whole or five words of it in a row."""
    wanted = words(quote)
    fewest = min(len(set(wanted[start : start + RUN])) for start in range(max(1, len(wanted) - RUN + 1)))
    for call in calls:
        low = folded(call.inputs)
        if sum(word in low for word in set(wanted)) >= fewest and repeats(words(call.inputs), wanted):
            return True
    return False


def given_before(quote: str, calls: Iterable[Call]) -> bool:
    """Whether tool inputs gave a quote's words: one of them most of its content words, or together all."""
    wanted = frozenset(content(quote))
    left = set(wanted)
    for call in calls:
        low = folded(call.inputs)
        if not any(word in low for word in wanted):
            continue
        given = wanted.intersection(words(call.inputs))
        left -= given
        if 2 * len(given) > len(wanted):
            return True
    return not left


def says_what_it_is_told(command: str) -> str:
    """Why a line's output isn't a machine's own; empty where it is."""
    line = parse(command)
    if line is None or line.fed:
        return "the command holds a program or text of its own"
    for simple in line.commands:
        if any(_PROGRAM.search(word) for word in simple):
            return "the command holds a program or text of its own"
        for program in programs(simple):
            if program in _PRINTS_ARGUMENTS:
                return f"`{program}` prints what it is told"
            if program in known_agents().programs or program.startswith("scrubjay"):
                return f"`{program}` answers in an agent's words"
            if program in _FETCHES and not (program in ("curl", "wget", "http", "xh") and _only_here(simple)):
                return f"`{program}` prints what others wrote"
    return ""


def programs(simple: tuple[str, ...]) -> tuple[str, ...]:
    """The program of a simple command, and the one that it runs for us, if it is known to run one."""
    found: list[str] = []
    for word in simple:
        if "=" in word and (not found or found[-1] in _RUNNERS):
            continue
        name = PurePosixPath(word).name.lower()
        if not found or (found[-1] in _RUNNERS and not word.startswith("-") and not word[:1].isdigit()):
            found.append(name)
        elif found[-1] not in _RUNNERS:
            break
    modules = [following for option, following in pairwise(simple) if option == "-m"]
    return (*found, *(module.split(".")[0] for module in modules))


def _only_here(simple: tuple[str, ...]) -> bool:
    places = [word for word in simple[1:] if not word.startswith("-")]
    hosts = [urlsplit(word if "//" in word else f"//{word}").hostname for word in places]
    return bool(hosts) and all(host in _HERE for host in hosts)
