"""Changes since a handoff was written, compared with the state of now."""

from collections.abc import Mapping
from datetime import timedelta
from shlex import quote

from scrubjay.model.agent import Caller
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay_agents.handoffs.handoff import Handoff, HandoffContext, Uncommitted, Without

ONLY_THERE = "only in the sender's folder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """The present state of what a handoff speaks of: the tip of its branch (empty: none), commits and files since.

    `has`: this clone has the handoff's commit; `known`: and the tip contains it; `lacks` counts the commits up to it
    that HEAD doesn't contain. `subjects` are those of the newest commits since, `count` how many there are. `changed`
    are the paths that differ between the two commits. `tip`, `before`, `here` and `there` give git's id of a path's
    content at the tip, at the handoff's commit, in the receiver's folder and in the sender's (None: not on this
    machine); a path that isn't there is left out. `memories` says for each id how it stands: empty where it still
    holds.
    """

    tip_commit: str
    has: bool
    known: bool
    lacks: int
    count: int
    subjects: tuple[str, ...]
    changed: frozenset[str]
    tip: Mapping[str, str]
    before: Mapping[str, str]
    here: Mapping[str, str]
    there: Mapping[str, str] | None
    same_folder: bool
    memories: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What changed since a handoff was written. `uncommitted` says where the content of each uncommitted path is now.

    `lacks` and `fetch` are what this HEAD, and the receiver's folder, need to have it, in words; mostly empty.
    """

    branch: str
    lacks: str
    fetch: str
    count: int
    subjects: tuple[str, ...]
    files: tuple[str, ...]
    uncommitted: tuple[tuple[str, str], ...]
    memories: tuple[tuple[str, str], ...]


def moved_since(context: HandoffContext, now: Present) -> Moved:
    """Compare a handoff's context with what stands now."""
    named = dict.fromkeys((*context.relevant_files, *(one.path for one in context.uncommitted)))
    places = tuple((one.path, _content_place(one, now)) for one in context.uncommitted)
    missing = now.there is not None and any(where.startswith(ONLY_THERE) for _, where in places)
    folder = quote(context.folder)
    fetch = f"the sender's folder is {folder}: copy from there, or see `git -C {folder} diff HEAD`"
    return Moved(
        branch=_branch(context, now),
        lacks=_missing_commits(context.commit[:10], now) if context.commit else "",
        fetch=fetch if missing else "",
        count=now.count,
        subjects=now.subjects,
        files=tuple(path for path in named if path in now.changed),
        uncommitted=places,
        memories=tuple((id, now.memories[id]) for id in context.relevant_memories if now.memories.get(id)),
    )


def _branch(context: HandoffContext, now: Present) -> str:
    """What became of the branch, in words; empty where it is as it was or has only grown."""
    if not now.tip_commit:
        return f"branch {context.branch} is not in this clone"
    if now.has and not now.known:
        return f"branch {context.branch} was rewritten: it doesn't contain {context.commit[:10]} any more"
    return ""


def _missing_commits(commit: str, now: Present) -> str:
    """What the receiver's HEAD doesn't have of the sender's commits."""
    if not now.has:
        return f"this clone lacks the sender's commit {commit}: `git fetch` may bring it"
    if not now.lacks:
        return ""
    return (
        f"this branch lacks {counted(now.lacks, 'commit')} of the sender: {commit}; `git log HEAD..{commit}` lists "
        f"what, `git merge {commit}` takes it in"
    )


def _content_place(one: Uncommitted, now: Present) -> str:
    """Where the content of an uncommitted file is now."""
    if one.without is Without.GONE:
        return _deleted(one, now)
    if one.without:
        return one.without.value
    if not one.blob:
        return "not compared"
    here, before = now.here.get(one.path), now.before.get(one.path)
    if now.tip.get(one.path) == one.blob:
        return "committed since"
    if here == one.blob:
        return "here, the same content"
    if now.same_folder:
        return "deleted since" if here is None else "changed since"
    if here is None and before is not None:
        return f"deleted here; {_left_content(one, now)}"
    return _left_content(one, now) if here in (None, before) else f"changed here; {_left_content(one, now)}"


def _deleted(one: Uncommitted, now: Present) -> str:
    """What became of a file that the sender deleted, in words."""
    how = f"renamed to {one.renamed_to} by the sender" if one.renamed_to else "deleted by the sender"
    if one.path in now.here:
        return f"{how}, there again" if now.same_folder else f"{how}, still here"
    return f"{how}, and committed" if now.tip_commit and one.path not in now.tip else f"{how}, not here either"


def _left_content(one: Uncommitted, now: Present) -> str:
    """What became of the sender's content in the folder where it was left, in words."""
    if now.there is None:
        return f"{ONLY_THERE}, which is not on this machine"
    return ONLY_THERE if now.there.get(one.path) == one.blob else f"{ONLY_THERE}, and changed there since"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A handoff that its sender may leave, before it is left."""

    sender: Caller
    target: str
    context: HandoffContext
    ttl: timedelta


@dataclass(frozen=True, slots=True)
class Taken:
    """A handoff that was taken, what moved since it was written, and the branch whose task it now is."""

    handoff: Handoff
    moved: Moved
    branch: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A handoff after a result: it is done, or the result is kept as a note (`noted`). `learned` is to be judged.

    `repeated`: it was there already, and nothing was changed.
    """

    handoff: Handoff
    noted: bool
    repeated: bool
    learned: tuple[str, ...] = ()
