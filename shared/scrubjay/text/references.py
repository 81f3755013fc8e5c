"""Notations by which texts name a discussion or a commit: `#12`, `PR 12`, `!12`, `owner/repo#12`, a full URL; pure."""

import re
from collections.abc import Iterator
from typing import Final

from scrubjay.model.discussion import Sign
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

MOST: Final = 500
"""Links of one text that are kept."""

_REPOSITORY = pattern(r"(?P<host>[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?)(?:/[A-Za-z0-9_.-]{1,100}){2,8}")
_OWNER = r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}"
_MENTION = pattern(
    rf"https?://(?P<host>[A-Za-z0-9.-]{{1,250}}(?::\d{{1,5}})?)/(?P<path>{_OWNER}(?:/{_OWNER}){{1,7}}?)(?:/-)?"
    r"/(?:issues|pulls?|work_items|(?P<merge>merge_requests))/(?P<url>\d{1,9})(?!\d)"
    rf"|(?<![\w/.#&-])(?P<owner>{_OWNER}(?:/{_OWNER}){{1,8}})(?P<sign>[#!])(?P<there>\d{{1,9}})(?![\w-]|\.\d)"
    r"|(?<![\w/.#&!-])(?:#(?:pr)?|GH-|(?P<alone>!))(?P<bare>\d{1,9})(?![\w-]|\.\d)"
)
_TAIL = pattern(r"(?:/[\w./-]*)?(?:\?[^\s#]*)?(?:#\S*)?")
"""What a page's own address goes on with: /pull/12/files?w=1#r3."""
_BEFORE = pattern(r"(?P<ahead>[^\s]\s+)?(?P<word>[A-Za-z][\w.+-]*) ?\Z")
_LEADS = pattern(
    r"(?:clos|fix|resolv)(?:e?[sd]|es|ed)?|issues?|prs?|mrs?|requests?|bugs?|tickets?|see|refs?|gh|cf", re.IGNORECASE
)
"""The forge's own closing words, and what a discussion is called."""
_COMMIT = pattern(r"(?<![\w/.#-])(?=[a-f]{0,39}[0-9])(?=[0-9]{0,39}[a-f])[0-9a-f]{7,40}(?![\w-])")


@dataclass(frozen=True, slots=True)
class NamedDiscussion:
    """A discussion as it is named: `repository` is empty for a bare number, OWNER/NAME, or HOST/OWNER/NAME.

    `sign` is "!" for what GitLab calls a merge request.
    """

    repository: str
    number: int
    sign: Sign = "#"


def is_repository(name: str) -> bool:
    """Whether a name has the form HOST/OWNER/NAME, with a host in lower case, and is the only one of its repository."""
    match = _REPOSITORY.fullmatch(name)
    return bool(match) and not any(part in (".", "..") for part in name.split("/")) and name == right_name(name)


def right_name(text: str) -> str:
    """The name of the repository that an address of it means: no scheme, no user, no `.git`, no usual port.

    What means none stays none.
    """
    address = re.sub(r"\A(?:[a-z+]{1,10}://)?(?:[^/@\s]{1,100}@)?", "", text.strip()[:1_000], flags=re.IGNORECASE)
    host, slash, path = address.partition("/")
    if ":" in host and not host.rpartition(":")[2].isdigit():
        host, slash, path = host.partition(":")[0], "/", f"{host.partition(':')[2]}{slash}{path}"
    while (shorter := re.sub(r"(?:/|\.git)\Z", "", path, flags=re.IGNORECASE)) != path:
        path = shorter
    return f"{host.lower().removesuffix(':443')}{slash}{path}"


def is_reference(text: str, start: int) -> bool:
    """Whether the bare number at a place is a discussion's, and not a part of a name: PKCS #1, Table #2, C #.

    A word in capitals before it is a name, and so is a capitalised one within a sentence, unless it leads to a number.
    """
    match = _BEFORE.search(text[max(0, start - 60) : start])
    if match is None or _LEADS.fullmatch(match["word"]):
        return True
    word = match["word"]
    if word.isupper():
        return False
    within = bool(match["ahead"]) and match["ahead"][0] not in ".!?:;*-(\"'"
    return not (within and word[0].isupper())


def is_asked(text: str, start: int, end: int) -> bool:
    """Whether the number at a place of a question is a discussion's: not "Step #1: call it", nor PKCS #1."""
    bare = text[start : start + 1] == "#"
    heads = text[end : end + 1] == ":"
    return not bare or (is_reference(text, start) and (not heads or is_reference(f"a {text}", start + 2)))


def mentions(text: str) -> Iterator[NamedDiscussion]:
    """The discussions that a text names, in order, with repetitions."""
    return (named for named, _, _ in places(text))


def places(text: str) -> Iterator[tuple[NamedDiscussion, int, int]]:
    """The discussions that a text names, each with the start and end offset of its name or address."""
    for match in _MENTION.finditer(text):
        start, end = match.span()
        if match["url"]:
            sign: Sign = "!" if match["merge"] else "#"
            tail = _TAIL.match(text, end)
            named = NamedDiscussion(f"{match['host'].lower()}/{match['path']}", int(match["url"]), sign)
            yield named, start, tail.end() if tail else end
        elif match["there"]:
            sign = "!" if match["sign"] == "!" else "#"
            yield NamedDiscussion(match["owner"], int(match["there"]), sign), start, end
        elif match.group().startswith(("GH-", "!")) or is_reference(text, start):
            yield NamedDiscussion("", int(match["bare"]), "!" if match["alone"] else "#"), start, end


def mention(text: str) -> NamedDiscussion | None:
    """The discussion that a whole text names, None where it is anything else."""
    text = text.strip()
    match = _MENTION.match(text)
    if match is None:
        return None
    whole = _TAIL.fullmatch(text, match.end()) if match["url"] else match.end() == len(text)
    return next(mentions(text)) if whole else None


def commits(text: str) -> Iterator[str]:
    """Words that may be a commit's id."""
    return (match.group() for match in _COMMIT.finditer(text))


def links(text: str, repository: str, *, signed: bool = False) -> tuple[tuple[str, str], ...]:
    """The other discussions and the commits that a text in a repository names, each once as (kind, target).

    `signed`: whether `!12` alone is a merge request there.
    """
    host = repository.partition("/")[0]
    found: dict[tuple[str, str], None] = {}
    for named in mentions(text):
        if named.sign == "!" and not (named.repository or signed):
            continue
        where = named.repository or repository
        if where.count("/") < 2 or "." not in where.partition("/")[0]:
            where = f"{host}/{where}"
        found["discussion", f"{where}{named.sign}{named.number}"] = None
        if len(found) >= MOST:
            break
    for commit in commits(text):
        if len(found) >= MOST:
            break
        found["commit", commit] = None
    return tuple(found)


_WORDED: Final = pattern(
    r"(?<![\w/#!&-])(?:"
    r"(?:(?P<merge>merge[ -]request|MR)|pull[ -]request|PR|GH|issue)(?:\s(?:number|no\.?))?[\s:`(]{1,3}[#!]?"
    r"|(?P<mr>MR-?)|PR-?|GH|(?:pull|issues)/)"
    r"(?P<number>\d{1,9})(?![\w-]|[.,]\d)",
    re.IGNORECASE,
)
_SEVERAL: Final = pattern(
    r"(?<![\w-])(?:issues|PRs|pull[ -]requests)\s#?\d{1,9}(?:(?:,\s?|,?\s(?:and|or)\s)#?\d{1,9})+(?![\w-]|[.,]\d)",
    re.IGNORECASE,
)
_SERIES: Final = pattern(r"\b(ADR|KEP|RFC|PEP) #(?=\d)", re.IGNORECASE)
_RECORD: Final = pattern(r"\b(?:record|decision) #?(?P<number>\d{1,6})(?![\w-]|[.,]\d)", re.IGNORECASE)


def signed_numbers(text: str) -> str:
    """A text with such numbers as `#12`, and as `!12` for a merge request."""
    text = _SEVERAL.sub(lambda match: re.sub(r"#?(\d+)", r"#\1", match[0]), text)
    return _WORDED.sub(lambda match: f"{'!' if match['merge'] or match['mr'] else '#'}{match['number']}", text)


def plain_records(text: str) -> str:
    """A text whose numbers of records have no sign: "ADR #3" is "ADR 3", and "record #3" "record 3"."""
    return _RECORD.sub(lambda match: match[0].replace("#", ""), _SERIES.sub(r"\1 ", text))


def record_numbers(text: str) -> tuple[str, ...]:
    """The numbers that a text says to be those of records: "record 3", "decision 0012"."""
    return tuple(dict.fromkeys(match["number"] for match in _RECORD.finditer(text)))


def number_phrases(number: int) -> tuple[str, ...]:
    """The words that stand beside such a number where no sign does, as phrases of the full-text tables."""
    return tuple(f"{word} {number}" for word in ("gh", "pr", "mr", "pull", "request", "requests", "issue", "issues"))
