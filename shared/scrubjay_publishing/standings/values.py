"""Values of a memory's way into the repository: what `publish` recorded, and where it stands now. Pure."""

import re
from collections.abc import Iterable
from enum import StrEnum

from scrubjay.knowledge.decisions.front_matter import front_matter
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

FULL_ID = r"[0-9a-f]{32}"
"""A memory's whole id: the first digits alone name none."""

READ_MOST = 200_000
"""Characters of a document in which a mark is looked for."""

MAYBE = pattern(rf"Memory-Id:|^id:[ \t]*[\"']?{FULL_ID}", re.MULTILINE)
"""What a text must hold to be worth reading as YAML: few do."""

_COMMENT = pattern(rf"^[ \t]*<!--[ \t]*Memory-Id:[ \t]*({FULL_ID})[ \t]*-->[ \t]*$", re.MULTILINE)
_FENCED = pattern(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_WHOLE = pattern(FULL_ID)


def memory_id_of(text: str) -> str | None:
    """The id in the front matter's `id:`, or in a line `<!-- Memory-Id: … -->` outside fenced code.

    None where there is none, and where a text names several: nobody knows then which of them it is.
    """
    plain = text[:READ_MOST].replace("\r\n", "\n").removeprefix("\ufeff")
    if not MAYBE.search(plain):
        return None
    fields, body = front_matter(plain)
    named = {value for value in fields.get("id", ()) if _WHOLE.fullmatch(value)}
    named.update(_COMMENT.findall(_FENCED.sub("", body)))
    return named.pop() if len(named) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """What `publish` wrote: a memory's file in a commit on a branch, that was made from a commit of the base."""

    memory: str
    branch: str
    commit: str
    path: str
    base: str = ""
    at: str = ""


class PublicationState(StrEnum):
    """How far a memory is on its way into the repository."""

    NONE = ""
    OPEN = "proposed"
    MERGED = "merged"
    PUBLISHED = "published"
    EDITED = "edited since"
    REWRITTEN = "says something else"
    GONE = "not merged"
    TAKEN_BACK = "taken back"
    DISPUTED = "named by another text"


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file that names a memory: its path and blob, whether it has the memory's words still, or anything of it."""

    path: str
    blob: str
    whole: bool = True
    says: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicationStanding:
    """Where a memory stands in the repository, as one view sees it."""

    state: PublicationState = PublicationState.NONE
    path: str = ""
    commit: str = ""
    branch: str = ""

    def __bool__(self) -> bool:
        return self.state is not PublicationState.NONE

    @property
    def in_git(self) -> bool:
        """Whether a file of the base branch or of HEAD states the memory."""
        return self.state in (PublicationState.MERGED, PublicationState.PUBLISHED, PublicationState.EDITED)

    def describe(self) -> str:
        """The standing in words, such as "published at docs/nest.md @ 1a2b3c4d5e"; empty if never published."""
        place = f"{self.path} @ {self.commit[:10]}"
        match self.state:
            case PublicationState.NONE:
                return ""
            case PublicationState.OPEN:
                return f"proposed on {self.branch}, not merged yet"
            case PublicationState.MERGED:
                return f"merged: {place}; this branch lacks the file, so the memory is shown here"
            case PublicationState.PUBLISHED:
                return f"published at {place}; that document is shown in its place"
            case PublicationState.EDITED:
                return f"published at {place} and edited since; git's words are shown in its place"
            case PublicationState.REWRITTEN:
                return (
                    f"published at {place} and edited since: it says something else; git's words are shown in its place"
                )
            case PublicationState.GONE:
                return (
                    f"was proposed on {self.branch}; that branch is gone, or its request was closed, and it was not "
                    "merged, so it is as before"
                )
            case PublicationState.TAKEN_BACK:
                how = (
                    f"{self.commit[:10]} removed that file"
                    if self.commit
                    else "no file of the base branch names it now"
                )
                return f"was published at {self.path}, and taken back: {how}, so it is as before"
            case PublicationState.DISPUTED:
                return f"{place} names it and isn't taken for it: it says something else, or no base branch has it"


def accepted(named: Iterable[str], own: frozenset[str], in_base: frozenset[str]) -> frozenset[str]:
    """The ids named in a branch's documents whose memories count as published there.

    Ours, by a record of this home, and those that a base branch says as well: a branch that nobody merged can't hide a
    memory.
    """
    return frozenset(named) & (own | in_base)


def decide_standing(
    commit: str,
    *,
    place: PublishedFile | None,
    merged: tuple[str, str] | None,
    branch: str,
    other: PublishedFile | None,
    record: Publication | None,
    record_is_open: bool,
    removed: tuple[str, str] | None = None,
) -> PublicationStanding:
    """Decide where one memory stands: in a commit's file, merged into a base, or on an open branch.

    `removed` is the commit by which a base lost the file after that branch had begun, empty where none is known, and
    the file's path.
    """
    if place is not None:
        edited = PublicationState.EDITED if place.says else PublicationState.REWRITTEN
        state = PublicationState.PUBLISHED if place.whole else edited
        return PublicationStanding(state=state, path=place.path, commit=commit)
    if merged is not None:
        return PublicationStanding(state=PublicationState.MERGED, path=merged[1], commit=merged[0])
    if removed is not None:
        return PublicationStanding(state=PublicationState.TAKEN_BACK, path=removed[1], commit=removed[0])
    if branch or (record is not None and record_is_open):
        return PublicationStanding(state=PublicationState.OPEN, branch=branch or (record.branch if record else ""))
    if other is not None:
        return PublicationStanding(state=PublicationState.DISPUTED, path=other.path, commit=commit)
    if record is not None:
        return PublicationStanding(state=PublicationState.GONE, branch=record.branch)
    return PublicationStanding()


def left_in_git(standing: PublicationStanding) -> str:
    """What to know before ending, replacing or forgetting a memory: the repository still holds it; else empty."""
    if standing.in_git:
        return (
            f"{standing.path} still says it in git, and is found as a document: scrubjay never edits git. "
            f"Change or delete that file by a commit or a pull request; its history keeps the words."
        )
    if standing.state is PublicationState.OPEN:
        return (
            f"The branch {standing.branch} still proposes it. `scrubjay publish --update ID` brings it up to date, "
            "`scrubjay publish --withdraw ID` takes it back."
        )
    return ""
