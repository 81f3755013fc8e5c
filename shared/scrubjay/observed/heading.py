"""What do the lines of an answer stand under? The file that was read, or the words of the command that printed them."""

from pathlib import PurePosixPath

from scrubjay.observed.session import Call
from scrubjay.observed.shell import parse


def heading(call: Call) -> str:
    """The heading of a call's answer. A text among a command's words, and a comment behind them, is an agent's."""
    if call.file:
        return PurePosixPath(call.file).as_posix().removeprefix(f"{call.folder}/")
    line = parse(call.command)
    found: list[str] = []
    for word in (word for simple in (line.commands if line else ()) for word in simple):
        if word.startswith("#"):
            break
        if not any(map(str.isspace, word)):
            found.append(word)
    return " ".join(found)
