"""Things that a question names exactly: issues and requests by number, commits by id; pure.

Documents, records and symbols are named in `text.names`, and are looked up with the question's words.
"""

import re
from collections.abc import Callable, Collection, Sequence
from typing import Final
from urllib.parse import unquote

from scrubjay.knowledge.retrieval.query import any_of, is_pasted
from scrubjay.model.frozen import dataclass
from scrubjay.model.hit import Hit
from scrubjay.model.pattern import pattern
from scrubjay.text.names import name_token, query_names, query_terms
from scrubjay.text.references import (
    NamedDiscussion,
    is_asked,
    number_phrases,
    places,
    plain_records,
    right_name,
    signed_numbers,
)
from scrubjay.text.scripts import spaced_runs
from scrubjay.text.words import STOP_WORDS

MOST: Final = 4
"""Names of a question that are looked up."""

_COMMIT: Final = pattern(
    r"(?:https?://\S+?/commits?/)?(?<![\w-])(?P<sha>(?=[0-9a-f]*\d)[0-9a-f]{7,40})(?![\w-])", re.IGNORECASE
)
_FILE: Final = pattern(
    r"https?://(?P<repository>[\w.-]+(?::\d+)?(?:/[\w.-]+){2,8}?)/(?:-/)?(?:blob|tree|raw|blame|edit|src/branch|src/commit)/"
    r"(?P<path>[^\s?#)>\]]*[^\s?#)>\].,:;!])(?:\?[^\s#]*)?(?:#[\w-]*)?"
)
_QUOTED: Final = pattern(r'"([^"]{2,300})"')
_FOLDER: Final = pattern(r"[\w.-][\w./-]*/(?![^\s?!,;:)])")
_SPACED: Final = pattern(r"\S \S.*[./]|[./].*\S \S|/\Z")
_RAW: Final = pattern(r"(?:https?://)?raw\.githubusercontent\.com/([\w.-]+/[\w.-]+)/", re.IGNORECASE)
_REMOTE: Final = pattern(r"((?:ssh://)?git@[^\s#]+|https?://[^\s#]+\.git)#(\d{1,9})(?!\w)")
_BARE: Final = pattern(
    r"(?:https?://www\.|(?<![\w/.@:-])(?:www\.)?)"
    r"(?=(?:[\w-]+\.)+[a-z]{2,}/[\w.-]+/[\w./-]*?(?:issues|pulls?|work_items|merge_requests|blob|tree|raw|commits?)/\w)",
    re.IGNORECASE,
)
_DIGITS: Final = pattern(r"(?<!\w)[0-9a-f]{7,40}(?!\w)")
_ALONE: Final = pattern(r"\s*(?P<sha>[0-9a-f]{7,40})\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """An issue or request that a question names by its number; `label` is its name as texts write it."""

    label: str
    named: NamedDiscussion


@dataclass(frozen=True, slots=True)
class AskedFile:
    """A file or folder that a question names by its address at a forge; `path` begins with a branch, tag or commit."""

    label: str
    repository: str
    path: str

    @property
    def ends(self) -> tuple[str, ...]:
        """The paths that an address may mean, without branches of one or more parts, the longest first."""
        parts = self.path.rstrip("/").split("/")
        return tuple("/".join(parts[start:]) for start in range(1, len(parts)))

    def among(self, paths: Collection[str]) -> str:
        """The path that an address means among some, or a folder of them; empty where none fits."""
        return next((end for end in self.ends if end in paths or any(path.startswith(f"{end}/") for path in paths)), "")


@dataclass(frozen=True, slots=True)
class AskedNames:
    """The names in a question: numbers, files, commits and `others`; `words` counts its other telling words."""

    numbers: tuple[AskedNumber, ...] = ()
    files: tuple[AskedFile, ...] = ()
    commits: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    words: int = 0

    @property
    def by_sign(self) -> bool:
        """Whether the question names a number, a commit's id or an address, which are looked up apart."""
        return bool(self.numbers or self.commits or self.files)

    @property
    def alone(self) -> bool:
        """Whether the question is nothing but numbers, ids or addresses."""
        return self.by_sign and not self.others and not self.words

    @property
    def only(self) -> bool:
        """Whether the question is nothing but names of any kind."""
        return not self.words and (self.by_sign or bool(self.others))

    @property
    def about(self) -> bool:
        """Whether the question is about what it names: it has at most one other telling word."""
        return self.words <= 1


def names_of_all(phrasings: Sequence[str], is_path: Callable[[str], bool]) -> AskedNames:
    """The names in all phrasings of a question, the first one's first."""
    each = [asked_names(text, is_path) for text in phrasings]
    return AskedNames(
        tuple(dict.fromkeys(number for one in each for number in one.numbers))[:MOST],
        tuple(dict.fromkeys(file for one in each for file in one.files))[:MOST],
        tuple(dict.fromkeys(commit for one in each for commit in one.commits))[:MOST],
        tuple(dict.fromkeys(name for one in each for name in one.others)),
        max(one.words for one in each),
    )


def asked_names(query: str, is_path: Callable[[str], bool] = lambda path: False) -> AskedNames:
    """Read the names of a question, none of a pasted text. Never raises.

    `is_path` says whether there is a file or folder; it is asked for what no word is: with spaces, or a folder's slash.
    """
    if is_pasted(query):
        return AskedNames()
    text, placed = _without_paths(query, is_path)
    text = signed_numbers(plain_records(_with_schemes(spaced_runs(text))))
    numbers: list[AskedNumber] = []
    files = [AskedFile(match[0], match["repository"].lower(), unquote(match["path"])) for match in _FILE.finditer(text)]
    text = _FILE.sub(" ", text)
    for named, start, end in [one for one in places(text) if is_asked(text, *one[1:])][:MOST]:
        numbers.append(AskedNumber(text[start:end], named))
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    found = [*_COMMIT.finditer(text)][:MOST] or [*filter(None, [_ALONE.fullmatch(text)])]
    commits = [
        text[match.start("sha") - 1 : match.end()] if _is_signed(text, match) else match["sha"] for match in found
    ]
    for match in found:
        text = f"{text[: match.start()]}{' ' * len(match[0])}{text[match.end() :]}"
    words = {
        term.text
        for term in query_terms(text)
        if term.kind == "word" and len(term.text) > 1 and term.text not in STOP_WORDS
    }
    others = tuple(name.label for name in query_names(text))
    placed = [file for file in placed if len(words) <= 1 or not file.label.endswith("/")]
    return AskedNames(
        tuple(dict.fromkeys(numbers)),
        tuple(dict.fromkeys([*placed, *files]))[:MOST],
        tuple(dict.fromkeys(commits)),
        others,
        len(words),
    )


def _without_paths(text: str, is_path: Callable[[str], bool]) -> tuple[str, list[AskedFile]]:
    """A text without the paths that no other rule reads, and these paths as files."""
    pieces = [text.strip().strip('"'), *_QUOTED.findall(text), *_FOLDER.findall(text)]
    found = [piece for piece in pieces if _SPACED.search(piece) and is_path(piece)]
    for piece in found:
        text = text.replace(piece, " ")
    return text, [AskedFile(piece, "", f"HEAD/{piece}") for piece in found]


def _with_schemes(text: str) -> str:
    """A text in which addresses of forges have their "https://"."""
    text = _RAW.sub(r"https://github.com/\1/blob/", text)
    text = _REMOTE.sub(lambda match: f"https://{right_name(match[1])}/issues/{match[2]}", text)
    return _BARE.sub("https://", text)


def _is_signed(text: str, match: re.Match[str]) -> bool:
    """Whether matched digits are a number with a sign, not an id: #12345678901."""
    return match["sha"].isdecimal() and text[: match.start("sha")].endswith("#")


def as_typed(label: str, query: str) -> str:
    """A record's label as the query writes it: ADR-99 for ADR-099; any other label unchanged."""
    series, dash, number = label.partition("-")
    written = number.isdecimal() and re.search(rf"(?<!\w){series}[-_ #]*0*{int(number)}(?!\w)", query, re.IGNORECASE)
    return written[0] if dash and written else label


def is_firm(name: str) -> bool:
    """Whether a name has a form that prose never has: `user_name` and a path have one, PostgreSQL and Node.js don't."""
    return not all(part.isalpha() for part in name.split("."))


def number_match(asked: NamedDiscussion, *, own: bool) -> str:
    """The full-text expression for passages that may hold a number; another repository's only beside its name."""
    path = asked.repository.partition("/")[2] if asked.repository.count("/") > 1 else asked.repository
    full = [name_token(f"{path}#{asked.number}")] if path else []
    phrases = [f"{path} {word}{asked.number}" for word in ("", "pull ", "issues ", "merge_requests ")] if path else []
    if not own:
        return any_of([*full, *phrases])
    signed = str(asked.number) if asked.sign == "!" else name_token(f"#{asked.number}")
    return any_of([signed, *number_phrases(asked.number), *full, *phrases])


def place_of_number(asked: NamedDiscussion, is_own: Callable[[str], bool], hit: Hit) -> int | None:
    """The rank of a passage among those that name a number, 0 first; None if it doesn't name it.

    First the commits that merged it, then those whose subject names it, then other commits, then documents, those
    first whose heading names it. `is_own` says which repository's name is the asked one's.
    """
    if is_own(asked.repository) and hit.kind == "commit" and hit.title.endswith(f"({asked.sign}{asked.number})"):
        return 0
    subject = hit.text.partition("\n")[0] if hit.kind == "commit" else hit.heading
    if _names_discussion(f"{hit.title}\n{subject}", asked, is_own):
        return 1 if hit.kind == "commit" else 3
    if _names_discussion(hit.text, asked, is_own):
        return 2 if hit.kind == "commit" else 4
    return None


def place_of_commit(sha: str, hit: Hit) -> int | None:
    """The rank of a passage for a commit's id: the commit, then passages that cite it; None for others."""
    wanted = sha.lower()
    if hit.kind == "commit" and hit.blob.startswith(wanted):
        return 0
    cited = _DIGITS.findall(hit.text.lower())
    return 1 if any(one.startswith(wanted) or wanted.startswith(one) for one in cited) else None


def place_of_name(name: str, hit: Hit) -> int | None:
    """The rank of a passage that holds a name: headings, then passages, then commits; None for others."""
    there = re.compile(rf"(?<!\w)(?<!\w-){re.escape(name)}(?!-?\w)", re.IGNORECASE)
    if hit.kind == "commit":
        return 2 if there.search(f"{hit.title}\n{hit.text}") else None
    return 0 if there.search(f"{hit.title}\n{hit.heading}") else 1 if there.search(hit.text) else None


def _names_discussion(text: str, asked: NamedDiscussion, is_own: Callable[[str], bool]) -> bool:
    """Whether a text names the asked discussion."""
    return any(_same_discussion(one, asked, is_own) for one, _, _ in places(signed_numbers(text)))


def _same_discussion(one: NamedDiscussion, asked: NamedDiscussion, is_own: Callable[[str], bool]) -> bool:
    """Whether two names mean the same issue or request."""
    if (one.number, one.sign) != (asked.number, asked.sign):
        return False
    if one.repository and asked.repository:
        return same_repository(one.repository, asked.repository)
    return is_own(one.repository) and is_own(asked.repository)


def same_repository(one: str, other: str) -> bool:
    """Whether two names mean one repository: OWNER/NAME, or with a host before it."""
    shorter, longer = sorted((one.lower(), other.lower()), key=len)
    return bool(shorter) and (longer == shorter or longer.endswith(f"/{shorter}"))
