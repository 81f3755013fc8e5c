"""Parsers of extensions, asked in a process apart, within limits; a file that one fails at is read as plain text."""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, cast

from scrubjay.errors import ExtensionFailed, LimitExceeded
from scrubjay.extensions.in_time import ASKED_S, STRIKES, in_time
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.git.output import stop
from scrubjay.knowledge.documents.policy import FurtherParsers
from scrubjay.knowledge.documents.selection import is_unstructured
from scrubjay.knowledge.index.kinds import PARSED
from scrubjay.model.outline import Heading, Outline, TextBlock
from scrubjay.model.view import Format
from scrubjay.privacy.secrets.masking import masked_text

MODULE: Final = "scrubjay.knowledge.documents.parsing"
CPU_S: Final = 5
"""What one text may cost."""

MOST_ANSWERED: Final = 64 << 20
"""Bytes of one answer: 100,000 lines with a heading each take less."""


class FailedAtText(Exception):
    """Raised where a parser of an extension raised an error on a text, with that error's words."""


class ParserProcess:
    """The one process of all parsers that aren't ours, started when a file first needs it. Thread-safe.

    `start` are the words before `-I -m MODULE`. It ends with this process, after `cpu_s` of CPU for one text, and where
    an answer takes longer than `late_s`.
    """

    def __init__(self, start: Callable[[], Sequence[str]], *, cpu_s: int = CPU_S, late_s: float = ASKED_S) -> None:
        self._start = start
        self._cpu_s, self._late_s = cpu_s, late_s
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = False
        """Whether an answer is due: it would be taken for that to the next question."""

    def outline(self, registry: ExtensionRegistry, name: str, target: str, text: str) -> Outline | None:
        """A text's outline by an extension's parser; None where it failed, which is recorded. Raises LimitExceeded."""
        with self._lock:
            try:
                return in_time(registry, name, lambda: self._ask(target, text), Outline, self._late_s)
            finally:
                if self._asked:
                    self._end()

    def close(self) -> None:
        """End the process of the parsers."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        """Kill the process, if there is one; the next text starts another."""
        process, self._process, self._asked = self._process, None, False
        if process is not None:
            stop(process)

    def _ask(self, target: str, text: str) -> Outline:
        """Send a text to the process and wait for its outline."""
        if self._process is None or self._process.poll() is not None:
            self._process = self._start_process()
        process = self._process
        self._asked = True
        question = {"target": target, "path": [*map(str, sys.path)], "text": text, "cpu_s": self._cpu_s}
        line = b""
        with suppress(OSError):
            process.stdin.write(json.dumps(question).encode() + b"\n")  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]
            line = process.stdout.readline(MOST_ANSWERED)  # type: ignore[union-attr]
        if not line.endswith(b"\n"):
            raise ChildProcessError(self._ending(process))
        self._asked = False
        return _checked_outline(json.loads(line), text)

    def _start_process(self) -> "subprocess.Popen[bytes]":
        """Start the process of the parsers."""
        return subprocess.Popen(
            [*self._start(), "-I", "-m", MODULE],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip

    def _ending(self, process: "subprocess.Popen[bytes]") -> str:
        """Why the process ended before it answered, in words."""
        with suppress(subprocess.TimeoutExpired):
            process.wait(1.0)
        code = process.returncode
        if code == -getattr(signal, "SIGXCPU", 0):
            return f"took more than {self._cpu_s} s of CPU"
        return "its answer is too long" if code is None else f"its process ended with code {code}"


def _checked_outline(answer: dict[str, Any], text: str) -> Outline:
    """The outline in a parser's answer, with titles masked that don't stand in their lines. Raises its errors."""
    if "limit" in answer:
        raise LimitExceeded(answer["limit"])
    if "error" in answer:
        raise (MemoryError if answer["memory"] else FailedAtText)(answer["error"])
    lines = text.split("\n")

    def shown(title: str, within: str) -> str:
        return title if title in within else masked_text(title)

    return Outline(
        tuple(Heading(line, level, shown(title, lines[line - 1])) for line, level, title in answer["headings"]),
        tuple(TextBlock(start, end) for start, end in answer["blocks"]),
        title=shown(answer["title"], lines[0]),
        separate=answer["separate"],
    )


class ParserOfExtension:
    """An extension's parser, whose outlines are checked: they come in time and lie within the text, in order."""

    def __init__(
        self, registry: ExtensionRegistry, name: str, target: str, suffixes: tuple[str, ...], process: ParserProcess
    ) -> None:
        self.suffixes = suffixes
        self._registry = registry
        self._name = name
        self._target = target
        self._process = process

    def outline(self, text: str) -> Outline:
        """The headings and blocks of a text. Raises LimitExceeded where the parser fails: the text is plain text then.

        Raises ExtensionFailed where it isn't asked: nothing is known of the text, so a later process reads it.
        """
        if self._registry.strikes[self._name] >= STRIKES:
            raise ExtensionFailed(
                f"The extension {self._name} failed: {self._registry.why(self._name)}. "
                f"See `scrubjay extensions show {self._name}`."
            )
        found = self._process.outline(self._registry, self._name, self._target, text)
        if found is None:
            raise LimitExceeded(f"degraded: {self._name}: {self._registry.why(self._name)}; read as plain text")
        return found


def further_parsers(registry: ExtensionRegistry, process: ParserProcess) -> FurtherParsers:
    """The parsers of the enabled extensions, without running their code; of two for one file ending the first counts.

    Ours come before them: one that would read what ours read is named, and isn't asked for it.
    """
    formats: dict[str, Format] = {}
    parsers: dict[Format, ParserOfExtension] = {}
    versions = {one.name: one.record.version for one in registry.statuses if one.record}
    for one in registry.provided("parser"):
        name = one.extension.name
        suffixes = getattr(one.value, "suffixes", None)
        if not isinstance(suffixes, tuple | list) or not all(isinstance(suffix, str) for suffix in suffixes):
            registry.failed(name, TypeError("its parser's class has no suffixes"))
            continue
        if taken := [suffix for suffix in suffixes if not is_unstructured(f"a.{suffix}")]:
            registry.failed(name, ValueError(f"its parser isn't asked for {', '.join(taken)}, which ours read"))
        number = sum(format.split(":")[1] == name for format in parsers)
        further = f":{number + 1}" if number else ""
        format = cast("Format", f"{PARSED}{name}:{versions.get(name, '')}{further}")
        for suffix in suffixes:
            formats.setdefault(f".{suffix.lower()}", format)
        parsers[format] = ParserOfExtension(registry, name, one.target, tuple(suffixes), process)
    return FurtherParsers(formats, parsers, process.close)
