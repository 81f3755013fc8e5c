"""What do the lines of an answer stand under? The file that was read, or the words of the command that printed them."""

from itertools import zip_longest
from pathlib import PurePosixPath
from typing import Final

from scrubjay.observed.inline import Says, names_in, says
from scrubjay.observed.session import Call
from scrubjay.observed.shell import parse

_RUN_BY_CI: Final = ".github/workflows/"
"""What no file there says of itself: GitHub runs it."""


def heading(call: Call) -> str:
    """The heading of a call's answer. A text among a command's words, and a comment behind them, is an agent's;
    of a program without text its names count."""
    if call.file:
        path = PurePosixPath(call.file).as_posix().removeprefix(f"{call.folder}/")
        return f"CI {path}" if _RUN_BY_CI in path else path
    line = parse(call.command)
    headings: list[str] = []
    for join, simple in zip_longest(line.joins if line else (), line.commands if line else (), fillvalue=""):
        for word in simple:
            if word.startswith("#"):
                return " ".join(headings)
            if not any(map(str.isspace, word)):
                headings.append(word)
            elif says(word) in (Says.READS, Says.COMPUTES):
                headings.append(names_in(word))
        headings += [join] if join else []
    return " ".join(headings)
