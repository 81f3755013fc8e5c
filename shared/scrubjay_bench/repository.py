"""Unlabelled questions of a repository: its commits' subjects, and the texts of its links."""

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from urllib.parse import unquote

from scrubjay.app import Workspace
from scrubjay.errors import NotFound
from scrubjay.git.history import recent_commits
from scrubjay.git.record import Commit
from scrubjay.model.frozen import replace
from scrubjay.model.pattern import pattern
from scrubjay.text.words import Word, words
from scrubjay_bench.labelled import Question

MAX_LINKS = 500
"""Links of one document that are read."""

_FENCE = pattern(r"\s{0,3}(```|~~~|----\s*$|\.\.\.\.\s*$)")
_MARKDOWN = pattern(r"(?<!!)\[([^\[\]\n]{3,160})\]\(<?([^()<>\s]{1,400})>?(?:\s+\"[^\"\n]*\")?\)")
_RST_ROLE = pattern(r":doc:`([^`<>\n]{3,160}?)\s*<([^`<>\s]{1,400})>`")
_RST_LINK = pattern(r"(?<![:`\w])`([^`<>\n]{3,160}?)\s*<([^`<>\s]{1,400})>`__?")
_ASCIIDOC = pattern(r"(?:link|xref):([^\[\]\s]{1,400})\[([^\[\]\n]{3,160})\]")


def extract_links(text: str, path: str, format: str) -> list[tuple[str, str]]:
    """The (text, target) of each link to a file of the repository, by paths from its top; code blocks are skipped.

    A target may lack its suffix, as in `:doc:`; the caller knows which files there are.
    """
    links: list[tuple[str, str]] = []
    for line in _prose(text):
        for label, target in _links_of(line, format):
            resolved = _resolve(target, path)
            if resolved:
                links.append((" ".join(label.split()), resolved))
        if len(links) >= MAX_LINKS:
            break
    return links[:MAX_LINKS]


def _links_of(line: str, format: str) -> Iterator[tuple[str, str]]:
    """The (text, target) of each link of a line."""
    match format:
        case "rst":
            for pattern in (_RST_ROLE, _RST_LINK):
                yield from ((m[1], m[2]) for m in pattern.finditer(line))
        case "asciidoc":
            yield from ((m[2], m[1]) for m in _ASCIIDOC.finditer(line))
        case _:
            yield from ((m[1].replace("`", "").replace("*", ""), m[2]) for m in _MARKDOWN.finditer(line))


def _prose(text: str) -> Iterator[str]:
    """The lines of a text without its code blocks."""
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].strip() == fence):
            fence = "" if fence else mark[1].strip()
        elif not fence:
            yield line[:2000]


def _resolve(target: str, path: str) -> str:
    """A target as a path from the repository's top; empty for external targets and for anchors of the same page."""
    if "://" in target or target.startswith(("#", "//", "mailto:")):
        return ""
    plain = unquote(target.split("#", 1)[0].split("?", 1)[0])
    if not plain:
        return ""
    joined = plain.lstrip("/") if plain.startswith("/") else posixpath.join(posixpath.dirname(path), plain)
    clean = posixpath.normpath(joined)
    return "" if clean.startswith("..") else clean


COMMITS = "commit subject to documents"
LINKS = "link text to page"

CORPUS = "repository"

MAX_QUESTIONS = 300
"""Questions of one kind; where there are more, every n-th is sampled, from the whole history."""

MAX_COMMITS = 3000
MAX_DOCUMENTS = 3000

MAX_TOUCHED = 5
"""Documents that a commit may touch: one that touches more is a sweep, and its subject says little of each."""

ROUTINE_SHARE = 0.2
"""A document that more than this share of the commits touches, such as a changelog, answers none of them."""

MIN_FOR_ROUTINE = 20

MAX_TARGETS = 3
"""Distinct targets that one link text may have over all documents; "see here" leads anywhere."""

_TAIL = pattern(r"\s*\(?(#\d+|!\d+|GH-\d+)\)?\s*$")
_EMPTY = pattern(r"^(merge|release|bump|version|v?\d+\.\d+|wip|typo|fixup!|squash!)\b", re.IGNORECASE)


def repository_questions(workspace: Workspace, step: Callable[[int, int], None]) -> tuple[Question, ...]:
    """The questions of a workspace's HEAD, by its own history and its own links; deterministic."""
    view = workspace.documents.view()
    paths = {file.path: file.format for file in view.files if not file.format.startswith("code:")}
    commits = from_commits(recent_commits(workspace.git, MAX_COMMITS, paths=True), paths.keys())
    links: list[tuple[str, str, str]] = []
    read = list(paths.items())[:MAX_DOCUMENTS]
    for number, (path, format) in enumerate(read):
        step(number, len(read))
        try:
            text = workspace.documents.text(view, path).text
        except NotFound:  # missing in a partial clone, or too large
            continue
        links.extend((path, label, target) for label, target in extract_links(text, path, format))
    return (*_evenly_spaced(commits, MAX_QUESTIONS), *_evenly_spaced(from_links(links, paths.keys()), MAX_QUESTIONS))


def from_commits(commits: Iterable[Commit], paths: Iterable[str]) -> list[Question]:
    """A question for each commit with a specific subject that touched one to five of the documents at HEAD."""
    documents = set(paths)
    questions: dict[str, Question | None] = {}
    for commit in commits:
        subject = _TAIL.sub("", commit.subject).strip()
        gold = tuple(sorted(documents.intersection(commit.paths)))
        if (
            not 1 <= len(gold) <= MAX_TOUCHED
            or _EMPTY.match(subject)
            or len(set(words(subject.lower(), Word.LETTERS, shortest=3))) < 3
        ):
            continue
        # A subject that is used twice is a routine, such as "Update dependencies": it is no specific question.
        key = subject.casefold()
        questions[key] = (
            None
            if key in questions
            else Question(id=commit.sha[:12], corpus=CORPUS, query=subject, gold=gold, parts=(COMMITS,))
        )
    return _without_routine([question for question in questions.values() if question is not None])


def _without_routine(questions: list[Question]) -> list[Question]:
    """Questions without the documents that many of them touch; one that touches no other is left out."""
    touched = Counter(path for question in questions for path in question.gold)
    enough = len(questions) >= MIN_FOR_ROUTINE
    routine = tuple(
        sorted(path for path, times in touched.items() if enough and times > ROUTINE_SHARE * len(questions))
    )
    narrowed = (
        replace(question, gold=tuple(path for path in question.gold if path not in routine), excluded=routine)
        for question in questions
    )
    return [question for question in narrowed if question.gold]


def from_links(links: Sequence[tuple[str, str, str]], paths: Iterable[str]) -> list[Question]:
    """A question for each link text of two words or more that leads to one to three documents.

    `links` has (document, text, target). The documents that hold the text are excluded from rankings.
    """
    documents = set(paths)
    leads: Mapping[str, set[str]] = defaultdict(set)
    holds: Mapping[str, set[str]] = defaultdict(set)
    for path, label, target in links:
        page = _document(target, documents)
        if page and page != path and len(words(label, Word.LETTERS, shortest=3)) >= 2 and "/" not in label:
            leads[label].add(page)
            holds[label].add(path)
    return [
        Question(
            id=f"{sorted(holds[label])[0]}: {label}"[:300],
            corpus=CORPUS,
            query=label,
            gold=gold,
            parts=(LINKS,),
            excluded=tuple(sorted(holds[label])),
        )
        for label in sorted(leads)
        if len(leads[label]) <= MAX_TARGETS and (gold := tuple(sorted(leads[label] - holds[label])))
    ]


def _document(target: str, documents: set[str]) -> str:
    """The document that a target names, with an ending or a folder's index added; empty if there is none."""
    suffixes = ("", ".md", ".rst", ".txt", ".adoc", "/README.md", "/index.md", "/index.rst")
    return next((target + suffix for suffix in suffixes if target + suffix in documents), "")


def _evenly_spaced(questions: list[Question], most: int) -> list[Question]:
    """At most so many of some questions, evenly spaced."""
    if len(questions) <= most:
        return questions
    return [questions[number * len(questions) // most] for number in range(most)]
