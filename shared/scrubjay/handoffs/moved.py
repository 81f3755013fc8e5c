"""What has changed since a handoff was written, compared with what stands now."""

from collections.abc import Mapping

from scrubjay.handoffs.handoff import HandoffContext
from scrubjay.model.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """What stands now: the tip of the handoff's branch (empty: there is none), and what lies between.

    `known`: this clone has the handoff's commit, and the tip contains it. `subjects` are those of the newest commits
    since, `count` how many there are. `changed` are the paths that differ between the two commits. `tip` and
    `here` give git's id of a path's content at the tip and in the receiver's folder; a path that isn't there is left
    out. `memories` says for each id how it stands: empty where it still holds.
    """

    tip_commit: str
    known: bool
    count: int
    subjects: tuple[str, ...]
    changed: frozenset[str]
    tip: Mapping[str, str]
    here: Mapping[str, str]
    memories: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What moved. `uncommitted` says for each uncommitted path of the sender where its content is now."""

    branch: str
    count: int
    subjects: tuple[str, ...]
    files: tuple[str, ...]
    uncommitted: tuple[tuple[str, str], ...]
    memories: tuple[tuple[str, str], ...]


def moved_since(context: HandoffContext, now: Present) -> Moved:
    """Compare a handoff's context with what stands now."""
    named = dict.fromkeys((*context.relevant_files, *(one.path for one in context.uncommitted)))
    return Moved(
        branch=_branch(context, now),
        count=now.count,
        subjects=now.subjects,
        files=tuple(path for path in named if path in now.changed),
        uncommitted=tuple((one.path, _where(one.path, one.blob, now)) for one in context.uncommitted),
        memories=tuple((id, now.memories[id]) for id in context.relevant_memories if now.memories.get(id)),
    )


def _branch(context: HandoffContext, now: Present) -> str:
    """What became of the branch, in words; empty where it only went on, or not at all."""
    if not now.tip_commit:
        return f"branch {context.branch} is not in this clone"
    if context.commit and not now.known:
        return f"branch {context.branch} was rewritten: it doesn't contain {context.commit[:10]} any more"
    return ""


def _where(path: str, blob: str, now: Present) -> str:
    """Where the content of an uncommitted file is now."""
    if not blob:
        return "was deleted or too large to compare"
    if now.tip.get(path) == blob:
        return "committed since"
    if now.here.get(path) == blob:
        return "here as it was"
    return "only in the sender's folder, or changed since"
