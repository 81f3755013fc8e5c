"""The process of other people's parsers, `python -I -m scrubjay.knowledge.documents.parsing`: it ends with its input.

Each line of its input asks for an outline and says how much CPU that may take, each line of its output is one.
"""

import json
import os
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, BinaryIO, Final

from scrubjay.errors import LimitExceeded
from scrubjay.extensions.loading import load, make
from scrubjay.extensions.theirs import error_line
from scrubjay.model.outline import MAX_TITLE, Heading, Outline, TextBlock

MOST_BYTES: Final = 1024**3
"""Bytes that it may allocate; what is mapped and read alone doesn't count. Where the system has such a limit."""


def main() -> None:
    """Answer requests for outlines until the input ends. What a parser prints is dropped."""
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b", buffering=0) as nothing:  # noqa: PTH123 - no path
        for number in (0, 1, 2):
            os.dup2(nothing.fileno(), number)
    lines: SimpleQueue[bytes] = SimpleQueue()
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_DATA", MOST_BYTES)
    threading.Thread(target=_listen, args=(asked, lines), daemon=True).start()
    parsers: dict[str, Any] = {}
    while True:
        question = json.loads(lines.get())
        _limit("RLIMIT_CPU", int(sum(os.times()[:2])) + 1 + question["cpu_s"])
        answers.write(json.dumps(_answer(question, parsers)).encode() + b"\n")
        answers.flush()


def _listen(asked: BinaryIO, lines: "SimpleQueue[bytes]") -> None:
    """Put each request line into `lines`; end this process when the input ends, even within a parser."""
    for line in asked:
        lines.put(line)
    os._exit(0)


def _limit(name: str, most: int) -> None:
    """Set a limit of this process, as far as the system allows."""
    with suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        kind = getattr(resource, name)
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _answer(asked: dict[str, Any], parsers: dict[str, Any]) -> dict[str, Any]:
    """Run the requested parser on a text: its outline as plain values, or the error."""
    target, text = asked["target"], asked["text"]
    try:
        if target not in parsers:
            sys.path[:] = asked["path"]
            parsers[target] = make(load(target), {})
        found = parsers[target].outline(text)
        if not fits(found, text.count("\n") + 1):
            raise TypeError("its outline has headings or blocks that aren't in order, or lie outside of the text")
    except LimitExceeded as limit:
        return {"limit": str(limit)}
    except (Exception, SystemExit) as error:
        return {"error": error_line(error), "memory": isinstance(error, MemoryError)}
    return {
        "title": str(found.title)[:MAX_TITLE],
        "separate": bool(found.separate),
        "headings": [(int(one.line), int(one.level), str(one.title)[:MAX_TITLE]) for one in found.headings],
        "blocks": [(int(one.start), int(one.end)) for one in found.blocks],
    }


def fits(outline: object, lines: int) -> bool:
    """Whether an outline's headings and blocks are in order, don't overlap, and lie within so many lines. Pure."""
    if not isinstance(outline, Outline):
        return False
    if not all(isinstance(one, Heading) for one in outline.headings):
        return False
    if not all(isinstance(one, TextBlock) for one in outline.blocks):
        return False
    heads = [one.line for one in outline.headings]
    ends = [place for one in outline.blocks for place in (one.start, one.end)]
    apart = all(one.end < following.start for one, following in zip(outline.blocks, outline.blocks[1:], strict=False))
    return (
        heads == sorted(set(heads))
        and ends == sorted(ends)
        and apart
        and all(1 <= place <= lines for place in (*heads, *ends))
    )


if __name__ == "__main__":
    main()
