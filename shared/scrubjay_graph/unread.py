"""Unread files that could state a relation: which ones, why, and what changes it; pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from scrubjay.knowledge.chunking.languages import PREFIX, language_of
from scrubjay.knowledge.documents.left_out import type_of
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import OmittedFile
from scrubjay_graph.model import PLACED, EdgeKind, Node, NodeKind, symbol_of

_FAMILIES: Final = (
    frozenset({"javascript", "typescript", "tsx"}),
    frozenset({"c", "cpp"}),
    frozenset({"java", "kotlin", "scala"}),
)
"""Languages whose code may name each other's."""

_SHOWN: Final = {"javascript": "JavaScript", "typescript": "TypeScript", "tsx": "TSX", "php": "PHP", "csharp": "C#",
                 "cpp": "C++"}  # fmt: skip
_TEXT_TYPES: Final = frozenset({".html", ".htm", ".ipynb", ".org", ".tex", ".wiki", ".textile", ".mdx", ".adoc"})
"""Types of documents that may link and cite, and that a selection may leave out."""

_OF_CODE: Final = {
    EdgeKind.IMPORTS: "imports", EdgeKind.CALLS: "calls", EdgeKind.EXTENDS: "extends", EdgeKind.DEFINES: "definitions"
}  # fmt: skip
_OF_TEXTS: Final = {EdgeKind.LINKS: "links", EdgeKind.CITES: "mentions"}
_OF_HISTORY: Final = frozenset({EdgeKind.TOUCHES, EdgeKind.MERGED, EdgeKind.REVERTS, EdgeKind.WROTE})
_NAMED: Final = 2
NO_OWNERS: Final = "this tree has no CODEOWNERS file; `who changed PATH` says who worked on it"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFacts:
    """What of a view was read and what wasn't: formats by path, files left out, unknown types, excluded paths, history.

    `readers` are the languages of which each relation of code is read. `owners` is the path of CODEOWNERS.
    """

    formats: Mapping[str, str]
    omitted: Sequence[OmittedFile]
    types: Sequence[tuple[str, int]]
    excluded: Sequence[str]
    readers: Mapping[str, Collection[str]]
    submodules: Sequence[str] = ()
    owners: str = ""
    more_commits: str = ""
    """Why commits are missing; empty where all are read."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Lines on unread files that may state a relation, and how many files were read for it."""

    lines: tuple[str, ...]
    read: int
    chosen: tuple[str, ...] = ()
    """The same of what settings leave out by type or pattern: worth a line where nothing was found."""

    why_none: str = ""
    """Why nothing can be stated at all, with what tells more."""


def unread(
    facts: ReadFacts,
    links: Collection[EdgeKind],
    starts: Iterable[Node],
    *,
    ahead: bool,
    kinds: Collection[NodeKind] = tuple(NodeKind),
) -> Unread:
    """The files that aren't read and may state relations of some kinds with some entities.

    `ahead`: the entities are what others of some `kinds` may name; else they name others themselves.
    """
    lines: list[str] = []
    chosen: list[str] = []
    read: set[str] = set()
    nodes = list(starts)
    paths = {path for node in nodes if (path := _path(node))}
    code = [_OF_CODE[link] for link in _OF_CODE if link in links]
    if EdgeKind.TESTS in links and not code:
        code = ["imports", "calls"]
    if EdgeKind.DEPENDS in links and any(node.kind is NodeKind.SERVICE for node in nodes):
        code = []
    if code and {NodeKind.FILE, NodeKind.SYMBOL, NodeKind.MODULE} & set(kinds):
        own = {language for path in paths if (language := language_of(path))}
        outside = (node.kind is NodeKind.MODULE or (node.kind is NodeKind.SYMBOL and not _path(node)) for node in nodes)
        if own or any(outside) or not nodes:
            held = _languages(facts) if not own else set.union(*map(family, own))
            scope = None if ahead else paths
            for what in code:
                lines += _of_code(facts, what, held, scope, read)
                chosen += _excluded(facts, what, held) if ahead else ()
    if code:
        lines += _of_other_types(facts, " and ".join(code), paths)
    texts = [_OF_TEXTS[link] for link in _OF_TEXTS if link in links]
    if texts and (not ahead or NodeKind.FILE in kinds):
        lines += _of_texts(facts, " and ".join(texts), None if ahead else paths, read)
        chosen += _unselected_texts(facts, " and ".join(texts)) if ahead else ()
    if _OF_HISTORY & set(links) and facts.more_commits:
        lines.append(facts.more_commits)
    if ahead and facts.submodules and (code or texts):
        named = ", ".join(facts.submodules[:_NAMED])
        chosen.append(f"{counted(len(facts.submodules), 'submodule')} ({named}): relations are read of own files only")
    none = EdgeKind.OWNS in links and not facts.owners
    return Unread(tuple(dict.fromkeys(lines)), len(read), tuple(dict.fromkeys(chosen)), NO_OWNERS if none else "")


def without_definitions(facts: ReadFacts) -> tuple[str, ...]:
    """Lines on code without known definitions: of some languages, left out, or excluded."""
    known = facts.readers.get("definitions", ())
    counts: dict[str, int] = defaultdict(int)
    for format in facts.formats.values():
        language = format.removeprefix(PREFIX) if format.startswith(PREFIX) else ""
        if language and language not in known:
            counts[_title_of(language)] += 1
    named = ", ".join(f"{language} {count:,}" for language, count in sorted(counts.items()))
    lines = [f"definitions in {counted(sum(counts.values()), 'code file')} ({named}): only their text is searched"]
    left = _left_out("definitions", "code file", [file for file in facts.omitted if language_of(file.path)])
    return (*(lines if counts else ()), *left, *_excluded(facts, "definitions", _languages(facts) | {*counts}))


def _of_other_types(facts: ReadFacts, what: str, paths: Collection[str]) -> Iterator[str]:
    """Lines on files of types that no reader knows, and that others of the same type may name."""
    counts = dict(facts.types)
    ends = {
        end
        for path in paths
        if not language_of(path) and path not in facts.formats and (end := type_of(path)) in counts
    }
    for end in sorted(ends):
        known = {_title_of(language) for language in facts.readers.get(what.partition(" ")[0], ())}
        files = f"{end} files" if end.startswith(".") else "files of other types"
        yield f"{what} in {files} ({counted(counts[end], 'file')}); they are read in {', '.join(sorted(known))}"


def _path(node: Node) -> str:
    """The path of a node's file; empty where it has none."""
    if node.kind is NodeKind.SYMBOL:
        return symbol_of(node.key)[0]
    return node.key.removeprefix("file:") if node.kind in PLACED else ""


def family(language: str) -> set[str]:
    """The languages whose code may name code of a language, with that language."""
    return set(next((held for held in _FAMILIES if language in held), {language}))


def _languages(facts: ReadFacts) -> set[str]:
    """The languages of a view's code, read or not."""
    formats = {format.removeprefix(PREFIX) for format in facts.formats.values() if format.startswith(PREFIX)}
    types = {language_of(f"x{end}") for end, _ in facts.types}
    return (formats | types | {language_of(file.path) for file in facts.omitted}) - {""}


def _of_code(
    facts: ReadFacts, what: str, languages: Collection[str], scope: Collection[str] | None, read: set[str]
) -> Iterator[str]:
    """Lines on unread files of code; `read` gets the paths of those that were read."""
    by_language: dict[str, list[str]] = defaultdict(list)
    for path, format in facts.formats.items():
        language = format.removeprefix(PREFIX) if format.startswith(PREFIX) else ""
        if language in languages and (scope is None or path in scope):
            by_language[language].append(path)
    known = facts.readers.get(what, ())
    for language, paths in sorted(by_language.items()):
        if language in known:
            read.update(paths)
        elif what == "extends" and language == "go":
            yield f"what implements what in Go files ({counted(len(paths), 'file')}): Go states it nowhere"
        elif what == "extends" and language == "c":
            continue
        else:
            said = f"{what} are read in {', '.join(sorted(map(_title_of, known)))}"
            yield f"{what} in {_title_of(language)} files ({counted(len(paths), 'file')}); {said}"
    for language in sorted(languages):
        left = [f for f in facts.omitted if language_of(f.path) == language and (scope is None or f.path in scope)]
        yield from _left_out(what, f"{_title_of(language)} file", left)
        unselected = sum(number for end, number in facts.types if language_of(f"x{end}") == language)
        if unselected and (scope is None or any(language_of(p) == language and p not in facts.formats for p in scope)):
            yield (
                f"{what} in {_title_of(language)} files ({counted(unselected, 'file')} that `ingestion.code` doesn't "
                "select); `scrubjay explain PATH` gives the line of the settings that changes it"
            )


def _of_texts(facts: ReadFacts, what: str, scope: Collection[str] | None, read: set[str]) -> Iterator[str]:
    """Lines on unread documents; `read` gets the paths of those that were read."""
    read.update(p for p, f in facts.formats.items() if not f.startswith(PREFIX) and (scope is None or p in scope))
    left = [f for f in facts.omitted if not language_of(f.path) and (scope is None or f.path in scope)]
    yield from _left_out(what, "document", left)


def _unselected_texts(facts: ReadFacts, what: str) -> Iterator[str]:
    """Lines on texts of types that the settings don't select."""
    types = [(end, number) for end, number in facts.types if end.lower() in _TEXT_TYPES]
    if types:
        named = ", ".join(f"{end} {number:,}" for end, number in types)
        yield (
            f"{what} in {counted(sum(n for _, n in types), 'file')} of types that aren't selected ({named}); "
            "`scrubjay explain PATH` gives the line of the settings that reads one"
        )
    yield from _excluded(facts, what, {""})


def _left_out(what: str, noun: str, files: Sequence[OmittedFile]) -> Iterator[str]:
    """Lines on files that are left out, by reason."""
    by_reason: dict[str, list[OmittedFile]] = defaultdict(list)
    for file in files:
        by_reason[file.why or file.reason].append(file)
    for held in by_reason.values():
        named = ", ".join(file.path for file in held[:_NAMED])
        more = f" and {len(held) - _NAMED:,} more" if len(held) > _NAMED else ""
        count = counted(sum(file.count for file in held), noun)
        yield f"{what} in {count} ({named}{more}): {held[0].reason}; `scrubjay explain PATH` says what changes it"


def _excluded(facts: ReadFacts, what: str, languages: Collection[str]) -> Iterator[str]:
    """Lines on files that a pattern excludes; of documents, those that are no code and have a type of texts."""
    left = [path for path in facts.excluded if language_of(path) in languages and (language_of(path) or _is_text(path))]
    if left:
        more = f" and {len(left) - _NAMED:,} more" if len(left) > _NAMED else ""
        named = f"{', '.join(left[:_NAMED])}{more}"
        yield f"{what} in {counted(len(left), 'file')} that `ingestion.exclude` leaves out ({named})"


def _is_text(path: str) -> bool:
    """Whether a path ends as a text's does."""
    return path.lower().endswith((*_TEXT_TYPES, ".md", ".markdown", ".rst", ".txt"))


def _title_of(language: str) -> str:
    """The name of a language as people write it."""
    return _SHOWN.get(language, language.capitalize())
