"""Files, submodules and types of a tree that aren't read: counts by reason, and what would change it. Pure."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from scrubjay.knowledge.chunking.languages import installed_languages, language_of, missing_message
from scrubjay.knowledge.documents.text import Decoded
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import fetch_in, installing
from scrubjay.model.pattern import pattern
from scrubjay.model.view import NOTHING_UNSELECTED, OmittedFile, UnselectedFiles, Why

LFS: Final = "a Git LFS pointer; its content is not in git"
BINARY: Final = "binary"
SECRETS: Final = "holds secrets"
ENCODING: Final = "in another encoding than UTF-8"
DAMAGED: Final = "can't be read: damaged in this clone; `git fsck` says more"

_ABSENT: Final = "not in this clone (partial clone): `{}`, then `scrubjay ingest`; scrubjay fetches nothing itself"
_BEGINNINGS: Final[tuple[tuple[str, Why], ...]] = (
    (LFS, "lfs"), (BINARY, "binary"), (ENCODING, "encoding"),
    (SECRETS, "secret"), (missing_message(()).partition(" for")[0], "grammar"),
)  # fmt: skip

_FILES: Final[dict[Why, tuple[str, str]]] = {
    "lfs": ("Git LFS pointer", ""),
    "size": ("file", " above ingestion.max_file_size_kb"),
    "binary": ("binary file", ""),
    "encoding": ("file", f" {ENCODING}"),
    "secret": ("file", " with secrets"),
    "name": ("file", " named like a secret"),
    "grammar": ("code file", " without grammar"),
    "damaged": ("damaged file", ""),
}
"""How the files of a class are counted: the noun, and what follows it."""

OTHER_TYPES: Final = "others"
"""Files whose name has no extension, or one that no program uses."""

_EXTENSION: Final = pattern(r".+(\.[A-Za-z][A-Za-z0-9_+-]{0,11})")

READ_SUBMODULES: Final = "scrubjay settings set --here ingestion.submodules true"
"""The command from which on the submodules of a project are read."""

NAMED: Final = 3
"""Submodules and types that are named in one line."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What of a view isn't read: selected files that the index doesn't hold, and what no pattern selects."""

    files: tuple[OmittedFile, ...] = ()
    unselected: UnselectedFiles = NOTHING_UNSELECTED

    @property
    def counts(self) -> dict[str, int]:
        """How many files and submodules, by why; a class that has none is 0."""
        found: Counter[str] = Counter()
        for file in self.files:
            found[file.why] += file.count
        of_files: dict[str, int] = {why: found[why] for why in ("absent", *_FILES, "copies")}
        types, excluded = (sum(n for _, n in part) for part in (self.unselected.types, self.unselected.excluded))
        return {**of_files, "submodule": len(self.unselected.submodules), "type": types, "excluded": excluded}

    @property
    def fetch(self) -> str:
        """The git command that brings what isn't in this clone; empty where nothing is missing."""
        return next((fetch_in(file.reason) for file in self.files if file.why == "absent"), "")

    @property
    def rest(self) -> tuple[OmittedFile, ...]:
        """The files that are left out for themselves, not because the clone lacks them."""
        return tuple(file for file in self.files if file.why != "absent")


@dataclass(frozen=True, slots=True)
class Lack:
    """Content that isn't read: a stable name of the gap, a description, and what would change it."""

    name: str
    found: str
    do: str


NOTHING_LEFT_OUT: Final = LeftOut()


def absent_reason(command: str) -> str:
    """The reason of a blob that a partial clone lacks."""
    return _ABSENT.format(command)


def type_of(path: str) -> str:
    """The extension of a file's name in lower case, such as ".ipynb"."""
    match = _EXTENSION.fullmatch(path.rpartition("/")[2])
    return match[1].lower() if match else OTHER_TYPES


def no_text(decoded: Decoded, *, skip_binary: bool) -> str:
    """Why content has no text to read; empty where it has one."""
    if decoded.lfs_pointer:
        return LFS
    if decoded.binary and skip_binary:
        return BINARY
    return ENCODING if decoded.other_encoding else ""


def why_refused(reason: str, size: int, most: int) -> Why:
    """The class of a refusal by its reason and size, with `most` bytes allowed; a size below 0 is that of an absent."""
    if size < 0:
        return "absent"
    if size > most:
        return "size"
    return next((why for beginning, why in _BEGINNINGS if reason.startswith(beginning)), "damaged")


def short_note(left_out: LeftOut, *, fits: bool, found: bool) -> str:
    """The note on unread files in an answer's first line: absent ones always, other ones where nothing fits.

    Types that nothing reads are named only where nothing was `found`.
    """
    absent = _absent_text(left_out)
    if fits:
        return f"{absent}: `{left_out.fetch}`" if absent else ""
    parts = [*_of_files(left_out), _submodules(left_out), _code(left_out), *([] if found else [_types(left_out)])]
    rest = ", ".join(filter(None, parts))
    said = [f"{absent}: `{left_out.fetch}`" if absent else "", f"not read: {rest} (`scrubjay status`)" if rest else ""]
    return "; ".join(filter(None, said))


def lacks(left_out: LeftOut, checked_out: Callable[[str], bool], languages: Collection[str] = ()) -> tuple[Lack, ...]:
    """The gaps of a tree: types, submodules and absent files that aren't read, each with what would change it.

    `languages` are those of the code that is read.
    """
    types, excluded, paths = _types(left_out), left_out.unselected.excluded, left_out.unselected.submodules
    explain = "`scrubjay explain PATH` gives the line of the settings that reads one"
    lines = []
    if absent := _absent_text(left_out):
        lines.append(Lack("absent", absent, f"`{left_out.fetch}`, then `scrubjay ingest`"))
    if paths:
        lines.append(_unread(left_out, checked_out))
    if code := _code(left_out):
        lines.append(Lack("code", code, _reads_code(left_out, languages)))
    if types:
        lines.append(Lack("types", types, explain))
    if excluded:
        count = sum(number for _, number in excluded)
        named = _first_names([f"{pattern} {number:,}" for pattern, number in excluded])
        lines.append(Lack("excluded", f"{counted(count, 'file')} by ingestion.exclude: {named}", explain))
    return tuple(lines)


def _unread(left_out: LeftOut, checked_out: Callable[[str], bool]) -> Lack:
    """The submodules: where none is read, the command that reads them; else why some aren't."""
    paths, refused = left_out.unselected.submodules, left_out.unselected.refused
    own = "or `scrubjay init` in each, as a repository of its own"
    if refused:
        states = [f"{path} ({why})" for path, why in refused]
        do = "`scrubjay verify` says of each why; the next search reads what a command has brought"
    else:
        states = [f"{path}{'' if checked_out(path) else ' (not checked out)'}" for path in paths]
        first = "" if all(map(checked_out, paths)) else "`git submodule update --init`, then "
        do = f"{first}`{READ_SUBMODULES}` reads what is checked out; {own}"
    return Lack("submodules", f"{counted(len(paths), 'submodule')}: {_first_names(states)}", do)


def _absent_text(left_out: LeftOut) -> str:
    count = left_out.counts["absent"]
    return f"{counted(count, 'document')} {'is' if count == 1 else 'are'}n't in this clone" if count else ""


def _of_files(left_out: LeftOut) -> list[str]:
    counts = left_out.counts
    return [f"{counted(counts[why], noun)}{rest}" for why, (noun, rest) in _FILES.items() if counts[why]]


def _submodules(left_out: LeftOut) -> str:
    paths = left_out.unselected.submodules
    how = "" if left_out.unselected.refused else f" (`{READ_SUBMODULES}`)"
    return f"{counted(len(paths), 'submodule')}, {_first_names(paths)}{how}" if paths else ""


def _types(left_out: LeftOut) -> str:
    types = [(name, count) for name, count in left_out.unselected.types if not language_of(name)]
    named = _first_names([f"{name} {count:,}" for name, count in sorted(types, key=lambda one: one[0] == OTHER_TYPES)])
    return f"{counted(sum(count for _, count in types), 'file')} of other types ({named})" if types else ""


def by_language(paths: Iterable[tuple[str, int]]) -> str:
    """How many files there are of each programming language, the most first; empty where there are none."""
    counts: Counter[str] = Counter()
    for path, count in paths:
        if language := language_of(path):
            counts[language] += count
    named = ", ".join(f"{language} {count:,}" for language, count in counts.most_common())
    return f"{counted(counts.total(), 'code file')} ({named})" if counts else ""


def _code(left_out: LeftOut) -> str:
    return by_language(left_out.unselected.types)


def _reads_code(left_out: LeftOut, read: Collection[str]) -> str:
    """What has code read: the grammars that are missing, and the setting that names what is read and the rest."""
    unread = {language_of(type) for type, _ in left_out.unselected.types} - {""}
    lacking, there = unread - installed_languages(), unread & installed_languages()
    named = ", ".join(sorted({*there, *read}))
    steps = [f"{installing('code')} brings the grammars of {', '.join(sorted(lacking))}"] if lacking else []
    steps += [f"`scrubjay settings set --here ingestion.code '[{named}]'` reads them here"] if there else []
    return "; ".join(steps)


def _first_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"
