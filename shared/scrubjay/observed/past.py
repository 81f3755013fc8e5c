"""Does git print what its history held when the session began, and does a claim speak of the past? Pure."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from scrubjay.observed.excerpt import LinePart
from scrubjay.observed.shell import parse
from scrubjay.observed.words import content, plain, stands_in

MOST: Final = 4
"""Words of a command that are tried as names of commits."""

_ID: Final = re.compile(r"\b[0-9a-f]{7,40}\b")
_FIRST_BAD: Final = re.compile(r"([0-9a-f]{7,40}) is the first bad commit")
_STAMP: Final = re.compile(r"\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d\S*)?(?: [+-]\d{4})?")
_OBJECT: Final = re.compile(r"(?P<revision>[^\s:-][^\s:]*):(?P<path>[^\s:]+)(?::\d+)?(?::|\Z)\s*")
"""A file of a revision, as git names it, and as it begins a line of what it found there."""

_WAS: Final = re.compile(r"\b(?:was|were|had|did|didn't|previously|formerly)\b", re.IGNORECASE)
_DID: Final = re.compile(r"\b[a-z]{3,}ed\b", re.IGNORECASE)
_IS: Final = re.compile(r"\b(?:is|are|has|have|does|do|can|must|will|should|may|isn't|aren't|now)\b", re.IGNORECASE)

_HUNK: Final = re.compile(r"(?:\+\+\+ b/|diff --git a/\S+ b/)(?P<path>\S+)")

Message = Callable[[str], str]
"""The message of a commit that was there when the session began, by a name of it; else empty."""

Text = Callable[[str, str], str]
"""The text of a file at such a commit, by the commit's name and the path; else empty."""

Before = Callable[[str], str]
"""The text of a file at the commit where the session began, by its path; else empty."""


@dataclass(frozen=True, slots=True)
class Past:
    """What git's answer to a command shows of a claim about the past: of today, only today's files show anything.

    A claim is about the past if it says so, or names the commit, tag or branch that it is of.
    """

    claim: str
    command: str
    answer: str

    def holds(self, part: LinePart, message: Message, text: Text, before: Before) -> bool:
        """Whether a line stands in a commit's message, or in a file as it was at a revision, or between two."""
        line = parse(self.command)
        git = [simple for simple in line.commands if simple[:1] == ("git",)] if line else []
        if not git:
            return False
        words = [word for simple in git for word in simple[2:] if not word.startswith("-")]
        if (match := _FIRST_BAD.fullmatch(part.line)) and message(match[1]):
            return True
        over = is_over(self.claim)
        for revision, path, quote in _files(part, words):
            if (over or _names(self.claim, revision)) and stands_in(quote, plain(text(revision, path))):
                return True
        if over and self._changed(part, git, words, text, before):
            return True
        revisions = _ID.findall(part.line) or self._above(part) or words[:MOST]
        return any(
            _is_of(part.quoted, message(revision)) for revision in revisions if over or _names(self.claim, revision)
        )

    def _changed(
        self, part: LinePart, git: list[tuple[str, ...]], words: list[str], text: Text, before: Before
    ) -> bool:
        """Whether a line of a diff was taken away from an older text, or added in one that stood then.

        Of two revisions that git is given only the session's beginning is surely the later one.
        """
        sign, quote = part.line[:1], part.quoted.lstrip("+-").strip()
        path = self._file_of(part)
        if sign not in ("+", "-") or not quote or not path or any("-R" in simple for simple in git):
            return False
        names = [name for word in words[:MOST] for name in word.split("..") if name]
        if any(simple[1:2] == ("diff",) for simple in git):
            texts = [before(path)] if sign == "+" else [text(name, path) for name in names]
        else:
            commits = self._above(part) or names
            texts = [text(name if sign == "+" else f"{name}^", path) for name in commits]
        return any(stands_in(quote, plain(text)) for text in texts)

    def _file_of(self, part: LinePart) -> str:
        """The file that a line of a diff is of."""
        path = ""
        for line in self.answer.split("\n"):
            if match := _HUNK.match(line):
                path = match["path"]
            if plain(line) == part.line:
                break
        return path

    def _above(self, part: LinePart) -> list[str]:
        """The commit whose message a line of the log belongs to."""
        ids: list[str] = []
        for line in map(plain, self.answer.split("\n")):
            if line.startswith("commit "):
                ids = _ID.findall(line)[:1]
            if line == part.line:
                break
        return ids


def is_over(claim: str) -> bool:
    """Whether a claim speaks of what was: by a word for it, or its first clause by a verb's form."""
    first = re.split(r"[,;:]", claim, maxsplit=1)[0]
    return bool(_WAS.search(claim)) or bool(_DID.search(first) and not _IS.search(first))


def _names(claim: str, revision: str) -> bool:
    """Whether a claim names a revision, an id by its beginning."""
    if _ID.fullmatch(revision):
        return any(name.startswith(revision) or revision.startswith(name) for name in _ID.findall(claim))
    return bool(re.search(rf"(?<![\w.]){re.escape(revision)}(?![\w])", claim))


def _files(part: LinePart, words: list[str]) -> Iterator[tuple[str, str, str]]:
    """The files of revisions that a line, or the command, names; each with what is quoted of it."""
    if match := _OBJECT.match(part.line):
        yield match["revision"], match["path"], part.quoted.removeprefix(match.group())
    for word in words:
        if named := _OBJECT.fullmatch(word):
            yield named["revision"], named["path"], part.quoted


def _is_of(quote: str, message: str) -> bool:
    """Whether a quote is of a message, or is its first line with what git says of each commit: ids and dates."""
    if not message:
        return False
    bare = plain(_ID.sub(" ", quote))
    if stands_in(bare, plain(message)):
        return True
    first = plain(message.split("\n", 1)[0])
    return first in quote and not content(_STAMP.sub(" ", _ID.sub(" ", quote.replace(first, " "))))
