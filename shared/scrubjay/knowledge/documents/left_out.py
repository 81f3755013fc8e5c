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
    """What isn't read of a view: selected files that the index lacks, and files that no pattern selects."""

    files: tuple[OmittedFile, ...] = ()
    unselected: UnselectedFiles = NOTHING_UNSELECTED

    @property
    def counts(self) -> dict[str, int]:
        """How many files and submodules are left out, by reason; 0 for a reason without any."""
        found: Counter[str] = Counter()
        for file in self.files:
            found[file.why] += file.count
        of_files: dict[str, int] = {why: found[why] for why in ("absent", *_FILES, "copies")}
        types, excluded = (sum(n for _, n in part) for part in (self.unselected.types, self.unselected.excluded))
        return {**of_files, "submodule": len(self.unselected.submodules), "type": types, "excluded": excluded}

    @property
    def fetch(self) -> str:
        """The git command that fetches the missing blobs; empty where none is missing."""
        return next((fetch_in(file.reason) for file in self.files if file.why == "absent"), "")

    @property
    def rest(self) -> tuple[OmittedFile, ...]:
        """The files that are left out for another reason than missing blobs."""
        return tuple(file for file in self.files if file.why != "absent")


@dataclass(frozen=True, slots=True)
class Lack:
    """A gap: content that isn't read, with a stable name, a description, and what would close it."""

    name: str
    found: str
    do: str


NOTHING_LEFT_OUT: Final = LeftOut()


def absent_reason(command: str) -> str:
    """Why a blob isn't read that a partial clone lacks, with the command that fetches it."""
    return _ABSENT.format(command)


def type_of(path: str) -> str:
    """The extension of a file's name in lower case, such as ".ipynb"."""
    match = _EXTENSION.fullmatch(path.rpartition("/")[2])
    return match[1].lower() if match else OTHER_TYPES


def no_text(decoded: Decoded, *, skip_binary: bool) -> str:
    """Why content can't be read as text; empty where it can."""
    if decoded.lfs_pointer:
        return LFS
    if decoded.binary and skip_binary:
        return BINARY
    return ENCODING if decoded.other_encoding else ""


def why_refused(reason: str, size: int, most: int) -> Why:
    """Why a blob is refused, as a class: by its size (negative: absent; `most` is allowed), else by its reason."""
    if size < 0:
        return "absent"
    if size > most:
        return "size"
    return next((why for beginning, why in _BEGINNINGS if reason.startswith(beginning)), "damaged")


def short_note(left_out: LeftOut, *, fits: bool, found: bool, served: bool = False) -> str:
    """The note on unread files in an answer's first line: absent ones always, other ones where nothing fits.

    Types that nothing reads are named only where nothing was `found`. Whoever is `served` has the tools of a server.
    """
    absent = _absent_text(left_out)
    if absent and not served:
        absent = f"{absent}: `{left_out.fetch}`"
    if fits:
        return absent
    parts = [
        *_counts_by_reason(left_out),
        _submodules_text(left_out, served=served),
        _code_text(left_out),
        *([] if found else [_types_text(left_out)]),
    ]
    rest = ", ".join(filter(None, parts))
    more = "knowledge_status" if served else "`scrubjay status`"
    return "; ".join(filter(None, [absent, f"not read: {rest} ({more})" if rest else ""]))


def lacks(left_out: LeftOut, checked_out: Callable[[str], bool], languages: Collection[str] = ()) -> tuple[Lack, ...]:
    """The gaps of a tree: types, submodules and absent files that aren't read, each with what would change it.

    `languages` are those of the code that is read.
    """
    types, excluded, paths = _types_text(left_out), left_out.unselected.excluded, left_out.unselected.submodules
    explain = "`scrubjay explain PATH` gives the line of the settings that reads one"
    lines = []
    if absent := _absent_text(left_out):
        lines.append(Lack("absent", absent, f"`{left_out.fetch}`, then `scrubjay ingest`"))
    if paths:
        lines.append(_submodules_lack(left_out, checked_out))
    if code := _code_text(left_out):
        lines.append(Lack("code", code, _code_remedy(left_out, languages)))
    if types:
        lines.append(Lack("types", types, explain))
    if excluded:
        count = sum(number for _, number in excluded)
        named = _first_names([f"{pattern} {number:,}" for pattern, number in excluded])
        lines.append(Lack("excluded", f"{counted(count, 'file')} by ingestion.exclude: {named}", explain))
    return tuple(lines)


def _submodules_lack(left_out: LeftOut, checked_out: Callable[[str], bool]) -> Lack:
    """The gap of the submodules: how many aren't read, and what would have them read."""
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
    """How many documents are missing in this clone, in words; empty for none."""
    count = left_out.counts["absent"]
    return f"{counted(count, 'document')} {'is' if count == 1 else 'are'}n't in this clone" if count else ""


def _counts_by_reason(left_out: LeftOut) -> list[str]:
    """How many files each reason leaves out, in words."""
    counts = left_out.counts
    return [f"{counted(counts[why], noun)}{rest}" for why, (noun, rest) in _FILES.items() if counts[why]]


def _submodules_text(left_out: LeftOut, *, served: bool) -> str:
    """How many submodules aren't read, in words, with the first paths; empty for none."""
    paths = left_out.unselected.submodules
    how = "" if left_out.unselected.refused or served else f" (`{READ_SUBMODULES}`)"
    return f"{counted(len(paths), 'submodule')}, {_first_names(paths)}{how}" if paths else ""


def _types_text(left_out: LeftOut) -> str:
    """How many files have types that nothing reads, in words; empty for none."""
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


def _code_text(left_out: LeftOut) -> str:
    """How many code files aren't read, in words, by language; empty for none."""
    return by_language(left_out.unselected.types)


def _code_remedy(left_out: LeftOut, read: Collection[str]) -> str:
    """What would have code read: installing the missing grammars, and the setting that selects languages."""
    unread = {language_of(type) for type, _ in left_out.unselected.types} - {""}
    lacking, there = unread - installed_languages(), unread & installed_languages()
    named = ", ".join(sorted({*there, *read}))
    steps = [f"{installing('code')} brings the grammars of {', '.join(sorted(lacking))}"] if lacking else []
    steps += [f"`scrubjay settings set --here ingestion.code '[{named}]'` reads them here"] if there else []
    return "; ".join(steps)


def _first_names(names: Sequence[str]) -> str:
    """The first of some names on a line, and how many more there are."""
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{', '.join(names[:NAMED])}{more}"
