"""Whose words does a command print: a machine's, or those that an agent gave it? Pure.

A command counts where it can't say what it was told to say: nothing is fed to it, no word of it is a program with text
of its own or hides one, it neither prints its arguments, nor what people and agents wrote into git, another agent's or
our own answer, nor what it fetched or what stands in a dependency's files.
"""

import re
from collections.abc import Collection, Iterable
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from scrubjay.observed.inline import Says, says
from scrubjay.observed.shell import parse
from scrubjay.person.agents import known_agents

_HIDDEN: Final = re.compile(r"`|\$[\w({]")
"""What a word holds whose text the shell makes."""

_PRINTS_ARGUMENTS: Final = frozenset({"echo", "printf"})
"""The two utilities of POSIX that do."""

_ASKS: Final = frozenset({"curl", "wget", "http", "xh"})
"""What fetches, but shows what runs here where all the places that it is given are."""

_FETCHES: Final = _ASKS | {"https", "gh", "glab", "hub", "tea", "fj", "ssh", "git"}

_PLACE: Final = re.compile(r"[^\s/.:]*[.:/]\S*|localhost", re.IGNORECASE)
SELECTS: Final = frozenset({"grep", "egrep", "fgrep"})
"""Its words only choose among the lines that it reads."""

_GIT_ITSELF: Final = frozenset(
    {"branch", "status", "tag", "describe", "ls-files", "ls-tree", "rev-parse", "rev-list", "merge-base",
     "count-objects", "check-ignore", "--version"}
)  # fmt: skip
"""What of git names files, commits and branches, or counts them, unless it is asked for messages as well."""

_GIT_MESSAGES: Final = ("-v", "-n", "--v", "--f", "--pretty", "--oneline", "--header", "--sort")
_GIT_COUNTS: Final = frozenset({"--stat", "--shortstat", "--numstat", "--name-only", "--name-status"})
_GIT_TEXT: Final = frozenset({"-p", "-u", "--patch"})
"""What a diff is asked for: names and counts, or lines of files."""

_DEPENDENCY: Final = re.compile(r"(?:\A|[/=])(?:node_modules|site-packages|dist-packages|bower_components)/.")
_HERE: Final = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})  # noqa: S104 - compared, not bound
_RUNNERS: Final = frozenset(
    {"sudo", "env", "command", "exec", "time", "nice", "nohup", "xargs", "timeout", "uvx", "npx"}
)


def says_what_it_is_told(command: str) -> str:
    """Why a line's output isn't a machine's own; empty where it is."""
    line = parse(command)
    if line is None or line.fed:
        return "the command holds a program or text of its own"
    assigned = frozenset(word.partition("=")[0] for simple in line.commands for word in simple)
    for simple in line.commands:
        if reason := _tells_others(simple, assigned):
            return reason
    return ""


def only_computes(command: str) -> bool:
    """Whether a line holds a program of which only the values that it prints are a machine's."""
    line = parse(command)
    words = (word for simple in (line.commands if line else ()) if not chooses(simple) for word in simple)
    return any(says(word) is Says.COMPUTES for word in words)


def queries(command: str) -> bool:
    """Whether a line asks a program for what it holds, or may: what any earlier call wrote into it."""
    line = parse(command)
    return line is None or any(says(word) is Says.READS for simple in line.commands for word in simple)


def queried_after_writing(command: str, earlier: Iterable[str]) -> bool:
    """Whether a line queries what an earlier one of the same program may have written words into.

    One that isn't plain enough to be parsed may have.
    """
    line = parse(command)
    readers = {
        simple[0] for simple in (line.commands if line else ()) if any(says(word) is Says.READS for word in simple)
    }
    lines = [parse(other) for other in earlier if any(program in other for program in readers)]
    simples = (simple for other in lines if other for simple in other.commands if simple[0] in readers)
    return None in lines or any(says(word) > Says.READS for simple in simples for word in simple)


def _tells_others(simple: tuple[str, ...], assigned: Collection[str]) -> str:
    """Why a simple command's output isn't a machine's own; empty where it is."""
    run = programs(simple)
    if any(_HIDDEN.search(word) if chooses(simple) else says(word, assigned) is Says.TEXT for word in simple):
        return "the command holds a program or text of its own"
    if any(_DEPENDENCY.search(word) for word in simple):
        return "what a dependency's files hold isn't this project's"
    for program in run:
        if program in _PRINTS_ARGUMENTS:
            return f"`{program}` prints what it is told"
        if program in known_agents().programs or program.startswith("scrubjay"):
            return f"`{program}` answers in an agent's words"
        is_local = _only_here(simple) if program in _ASKS else program == "git" and _of_git_itself(simple)
        if program in _FETCHES and not is_local:
            return f"`{program}` prints what others wrote"
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


def _only_here(simple: tuple[str, ...]) -> bool:
    """Whether a command names places, and all of them are on this machine."""
    places = [word for word in simple[1:] if not word.startswith(("-", "/", "./", "@")) and _PLACE.fullmatch(word)]
    hosts = [urlsplit(word if "//" in word else f"//{word}").hostname for word in places]
    return bool(hosts) and all(host in _HERE for host in hosts)


def _of_git_itself(simple: tuple[str, ...]) -> bool:
    """Whether git prints no words that people or agents wrote."""
    words = simple[simple.index("git") + 1 :] if "git" in simple else ()
    words = words[2:] if words[:1] == ("-C",) else words
    counts = words[:1] == ("diff",) and not _GIT_COUNTS.isdisjoint(words) and _GIT_TEXT.isdisjoint(words)
    itself = bool(words) and words[0] in _GIT_ITSELF
    return counts or (itself and not any(word.startswith(_GIT_MESSAGES) for word in words))
