"""What did files hold when the session began, and which aren't as they were then? Reads git and the working tree."""

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.git import message
from scrubjay.git.ancestry import changed_between, is_ancestor
from scrubjay.git.files import read_regular
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.git.status import status
from scrubjay.observed.own import SELECTS
from scrubjay.observed.session import Call
from scrubjay.observed.words import line_with, nearly, plain, taken_back, words

MOST_NAMED: Final = 12
"""Files that a call names, as far as they are looked at."""

MOST_CHANGED: Final = 200
MOST_IN_FOLDER: Final = 200
LARGEST: Final = 1_000_000
"""Bytes of a file that are searched; a larger one may hold anything."""

PATIENCE_S: Final = 2.0

_BETWEEN: Final = re.compile(r"[\s\"'`=:,;|&<>(){}]+")
_PLACE: Final = re.compile(r"\A(?P<path>[^\s:]+?)(?:[:-]\d+)?[:-]\s*(?=\S)")
_ROW: Final = re.compile(r"\A\S+?[:-]\d+[:-]\s*(?=\S)")
_SIGN: Final = re.compile(r"(?<=.)[:-]")
_COUNTED: Final = re.compile(r"(?P<path>\S+):(?P<count>\d{1,9})")
_NUMBER: Final = re.compile(r"\A\d+(?:[:-]|\s)\s*")
_FIRST: Final = 1_000
"""Bytes of a file, one of which is 0 where it is a compiled program."""


class WorktreeFiles:
    """The files of one worktree, seen from the commit where the session began (empty: it had none).

    `since` is when that was, in seconds since 1970: an untracked file that a command names and that was made or
    changed later is the session's own.
    """

    def __init__(self, git: Git, repository: Repository, began: str, since: float) -> None:
        self._git = Git(repository.worktree, git.environment, PATIENCE_S)
        self._repository = repository
        self._began = began
        self._since = since
        self._cache: dict[str, str] = {}

    def before(self, path: str) -> str:
        """The text of a tracked file at that commit; empty where it has none."""
        if path not in self._cache:
            try:
                data = self._git.run("cat-file", "blob", f"{self._began}:{path}", limit=LARGEST) if self._began else b""
            except ScrubjayError:
                data = b""
            self._cache[path] = data.decode("utf-8", "replace")
        return self._cache[path]

    def message(self, revision: str) -> str:
        """The message of a commit that was there when the session began, by a name of it; else empty."""
        data = self._of_then("commit", revision, f"{revision}^{{commit}}")
        return message.parse_commit(data).text if data else ""

    def then(self, revision: str, path: str) -> str:
        """The text of a file at such a commit; empty where it had none."""
        return self._of_then("blob", revision, f"{revision}:{path}").decode("utf-8", "replace")

    def _of_then(self, kind: str, revision: str, name: str) -> bytes:
        try:
            if self._began and not revision.startswith("-") and is_ancestor(self._git, revision, self._began):
                return self._git.run("cat-file", kind, name, limit=LARGEST)
        except ScrubjayError:
            pass
        return b""

    def counted(self, call: Call, line: str) -> bool:
        """Whether a line tells how many lines a search matched in a tracked file, and it had so many then."""
        match = _COUNTED.fullmatch(line)
        words = call.command.split(" ", 2) if match and call.command.startswith("grep --count ") else ()
        if not match or not words or not (before := self.before(match["path"])):
            return False
        try:
            pattern = re.compile(shlex.split(words[2])[0])
        except (ValueError, IndexError, re.error):
            return False
        return sum(bool(pattern.search(row)) for row in before.split("\n")) == int(match["count"])

    def stood(self, call: Call, quote: str, line: str) -> bool:
        """Whether a tracked file that a call names held a quote at the commit where the session began.

        What a search by name lists stood there if it was a tracked file then.
        """
        if call.tool == "Glob":
            listed = self._relative(Path(os.path.normpath(Path(call.folder) / line)))
            return bool(listed and self.before(listed))
        forms = tuple(_forms(quote))
        for path in self._tracked(call, line):
            text = self.before(path)
            for form in forms if text else ():
                matching = line_with(form, text)
                if matching and not taken_back(form, matching):
                    return True
        return False

    def written(self, call: Call, quote: str, line: str) -> str:
        """Which file that isn't as it was then holds the quote, or makes the output; empty for none."""
        forms = tuple(_forms(quote))
        for path in _named(call, line):
            tracked = self._relative(path)
            if before := self.before(tracked) if tracked else "":
                if nearly(words(quote), words(before)):
                    return f"these words are nearly those of {tracked}, and were changed on the way"
                continue
            if path.is_dir() and not self._inside(path):
                listed = list(_walk(path))
                if len(listed) > MOST_IN_FOLDER or any(_may_hold(file, forms) for file in listed):
                    return f"the files in {path.name} may hold these words"
            elif path.is_file() and (_may_hold(path, forms) or path.stat().st_ctime >= self._since):
                return f"{path.name} isn't tracked, and holds these words or was made in this session"
        if gone := next((path for path in _gone(call) if not self._inside(path)), None):
            return f"{gone.name} is gone, and may have held these words"
        try:
            changed = self._changed()
        except ScrubjayError:
            return "git couldn't tell which files have changed"
        if len(changed) > MOST_CHANGED:
            return "too many files have changed to look for these words in them"
        for name in changed:
            if _may_hold(self._repository.worktree / name, forms):
                return f"{name} has changed and holds these words"
        return ""

    def _tracked(self, call: Call, line: str) -> Iterator[str]:
        for path in _named(call, line):
            if relative := self._relative(path):
                yield relative

    def _inside(self, path: Path) -> bool:
        return path == self._repository.worktree or bool(self._relative(path))

    def _relative(self, path: Path) -> str:
        """The path from the worktree's top, as git names it; empty outside of it and for what isn't a plain name."""
        try:
            name = path.relative_to(self._repository.worktree).as_posix()
        except ValueError:
            return ""
        return "" if name == "." or "\n" in name or "\0" in name else name

    def _changed(self) -> tuple[str, ...]:
        """Files that differ from that commit, tracked or not."""
        changes = status(self._git, self._repository)
        if changes.unknown:
            raise ScrubjayError(changes.unknown)
        paths = (*changes.staged.paths, *changes.unstaged.paths, *changes.untracked.paths)
        if max(changes.staged.count, changes.unstaged.count, changes.untracked.count) > MOST_CHANGED:
            return (*paths, *map(str, range(MOST_CHANGED)))
        since = changed_between(self._git, self._began, "HEAD", MOST_CHANGED) if self._began else ()
        return tuple(dict.fromkeys((*paths, *since)))


def _named(call: Call, line: str) -> tuple[Path, ...]:
    """The paths that a call names, or its answer's line begins with; from where it was asked, and folders it names."""
    folder = Path(call.folder)
    if not folder.is_absolute() or "\0" in call.folder:
        return ()
    words = [call.file] if call.file else _BETWEEN.split(call.command)
    words += [place for place in _places(line) if not _is_program(folder / place)]
    searches = not SELECTS.isdisjoint(words)
    named = [
        word
        for word in dict.fromkeys(words)
        if (word != "/" or searches) and word and not word.startswith("-") and len(word) < 500
    ]
    bases = [folder, *(folder / word for word in named if not call.file and _exists(folder / word / "."))]
    paths: dict[Path, None] = {}
    for word in named:
        for base in bases[:MOST_NAMED]:
            for path in _spelled(base, word):
                paths[Path(os.path.normpath(path))] = None
    return tuple(path for path in paths if _exists(path))[: 4 * MOST_NAMED]


def _places(line: str) -> list[str]:
    """What a line may begin with as a search writes its file: its first word up to each colon or hyphen."""
    first = line.split(" ", 1)[0]
    return [first[: sign.start()] for sign in _SIGN.finditer(first)][:MOST_NAMED]


def _gone(call: Call) -> Iterator[Path]:
    """The files that a command names by their whole path and that aren't there any more, in folders that are."""
    for word in _BETWEEN.split(call.command):
        if word.startswith(("/", "~/")) and not any(sign in word for sign in "*?["):
            for path in _spelled(Path("/"), word):
                if len(path.parts) > 2 and not _exists(path) and _exists(Path(*path.parts[:2])):
                    yield path


def _is_program(path: Path) -> bool:
    """Whether a file is compiled: at a line's beginning it is who says the line, and no file that holds it."""
    try:
        if not path.is_file() or not os.access(path, os.X_OK):
            return False
        with path.open("rb") as file:
            return b"\0" in file.read(_FIRST)
    except (OSError, ValueError):
        return False


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _spelled(base: Path, word: str) -> list[Path]:
    try:
        expanded = Path(word).expanduser() if word.startswith("~") else Path(word)
        if any(sign in word for sign in "*?[") and not expanded.is_absolute():
            return [path for _, path in zip(range(MOST_NAMED), base.glob(word), strict=False)]
        return [base / expanded]
    except (OSError, ValueError, RuntimeError, NotImplementedError):
        return []


def _walk(folder: Path) -> Iterator[Path]:
    count = 0
    for top, _, names in os.walk(folder):
        for name in names:
            yield Path(top) / name
            count += 1
            if count > MOST_IN_FOLDER:
                return


def _may_hold(path: Path, forms: tuple[str, ...]) -> bool:
    """Whether a file holds one of these texts, or is too large to say."""
    data = read_regular(path, LARGEST)
    if data is None:
        return path.is_file() and not path.is_symlink()
    text = data.decode("utf-8", "replace")
    return any(form in text for form in forms) or any(form in plain(text) for form in forms)


def _forms(quote: str) -> Iterator[str]:
    """A quote as it stands, and without the place or number that a search puts in front of a line."""
    yield quote
    for pattern in (_ROW, _PLACE, _NUMBER):
        rest = pattern.sub("", quote, count=1)
        if rest != quote and rest:
            yield rest
