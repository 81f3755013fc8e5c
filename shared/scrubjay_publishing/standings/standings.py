"""Progress of memories on their way into the repository: proposed, merged, published, edited since, taken back."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence

from scrubjay.git.ancestry import BaseBranch, is_ancestor
from scrubjay.git.process import Git
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View, ViewFile
from scrubjay.storage.driver import Connection
from scrubjay_publishing.standings.marks import Claims, Q, read_texts
from scrubjay_publishing.standings.proposals import BranchCommit, open_on, proposed, removed, short_name
from scrubjay_publishing.standings.values import (
    Publication,
    PublicationStanding,
    PublishedFile,
    decide_standing,
    memory_id_of,
)


def standings(
    git: Git,
    ids: Collection[str],
    commit: str,
    *,
    places: Mapping[str, PublishedFile],
    other: Mapping[str, PublishedFile],
    bases: Sequence[tuple[BaseBranch, Mapping[str, PublishedFile]]],
    records: Mapping[str, Publication],
    branches: Mapping[str, str],
    rejected: Collection[str] = (),
) -> dict[str, PublicationStanding]:
    """The standing of each id, as a commit sees it; branches are read where something isn't published there.

    `bases` are the base branches with what each says, `branches` the refs of `memory/*` with their commits, of which
    those that are `rejected` propose nothing any more.
    """
    elsewhere = [id for id in ids if id not in places]
    tips = [base.commit for base, _ in bases] or [commit]
    left = {ref: tip for ref, tip in branches.items() if ref not in rejected}
    proposals = open_on(proposed(git, [*left] if elsewhere else (), tips))
    still = {short_name(ref) for ref in left}
    merged = {id: (base.commit, place.path) for base, says in reversed(bases) for id, place in says.items()}
    names = {short_name(ref): tip for ref, tip in branches.items()}
    waiting = {id: one for id, one in records.items() if id in elsewhere and id not in merged}
    reached = {
        id for id, one in waiting.items()
        if (tip := names.get(one.branch)) and any(is_ancestor(git, tip, base) for base in tips)
    }  # fmt: skip
    lost = _removed_files(git, tips, {id: proposals[id] for id in proposals.keys() - merged.keys()}, waiting, reached)
    return {
        id: decide_standing(
            commit,
            place=places.get(id),
            merged=merged.get(id),
            branch=proposals[id].branch if id in proposals else "",
            other=other.get(id),
            record=records.get(id),
            record_is_open=id in waiting and waiting[id].branch in still and id not in reached,
            removed=lost.get(id),
        )
        for id in ids
    }


def _removed_files(
    git: Git,
    bases: Sequence[str],
    open_on: Mapping[str, BranchCommit],
    records: Mapping[str, Publication],
    reached: Collection[str],
) -> dict[str, tuple[str, str]]:
    """For memories whose file was removed from the base branch: the commit that removed it, and the file's path.

    A branch that began after that commit proposes the memory anew. A branch that a base has `reached` was merged, also
    where no such commit is found.
    """
    places = {id: (one.path, one.base) for id, one in records.items()}
    places |= {id: (one.files[0][0], one.commit) for id, one in open_on.items() if one.files and id not in places}
    places |= {id: (places[id][0], one.commit) for id, one in open_on.items() if id in records}
    gone = removed(git, bases, sorted({path for path, _ in places.values()}))
    found: dict[str, tuple[str, str]] = {}
    for id, (path, began) in places.items():
        by = gone.get(path, "")
        if by and not is_ancestor(git, by, began):
            found[id] = (by, path)
        elif id in reached and id not in open_on:
            found[id] = ("", path)
    return found


MOST_UNREAD = 200
"""Files of a base branch that no view has indexed yet and that are read for marks."""

WHOLE = 2
"""`Extent.WHOLE`, whose module is heavy."""


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """Files of a tree that name a memory by its id: in `said` those that say its words, in `other` those that don't."""

    said: Mapping[str, PublishedFile]
    other: Mapping[str, PublishedFile]


def named_files(connection: Connection, view: View, records: Iterable[Publication]) -> NamedFiles:
    """The indexed files of a view that name a memory; of several for one memory the first path that says most.

    A file at the path of a record is this home's own, whatever people made of its words.
    """
    marks: dict[str, list[tuple[str, int]]] = {}
    for row in connection.execute(Q.marks).fetchall():
        marks.setdefault(row["blob"], []).append((row["memory"], row["agreement"]))
    own = {(record.memory, record.path) for record in records}
    best: dict[str, tuple[int, PublishedFile]] = {}
    other: dict[str, PublishedFile] = {}
    for file in view.files if marks else ():
        for memory, agrees in marks.get(file.blob, ()):
            place = PublishedFile(file.path, file.blob, agrees == WHOLE, agrees > 0)
            if not agrees and (memory, file.path) not in own:
                other.setdefault(memory, place)
            elif memory not in best or agrees > best[memory][0]:
                best[memory] = (agrees, place)
    return NamedFiles({id: place for id, (_, place) in best.items()}, other)


def unread_files(
    connection: Connection, git: Git, files: Collection[ViewFile], claims: Claims, records: Iterable[Publication]
) -> dict[str, PublishedFile]:
    """The files that state memories and that nobody indexed, by memory; at most `MOST_UNREAD` of them are read."""
    from scrubjay_publishing.standings.agreement import Extent, agreement  # late: most runs meet no such file

    paths = {file.blob: file.path for file in files if not file.format.startswith("code:")}
    indexed = {row["blob"] for row in connection.execute(Q.indexed, {"blobs": json.dumps(list(paths))})}
    unread = [blob for blob in paths if blob not in indexed][:MOST_UNREAD]
    named = {blob: (id, text) for blob, text in read_texts(git, unread) if (id := memory_id_of(text)) is not None}
    said = claims({id for id, _ in named.values()})
    own = {(record.memory, record.path) for record in records}
    found: dict[str, PublishedFile] = {}
    for blob, (id, text) in named.items():
        agrees = agreement(said[id], text) if id in said else Extent.NOTHING
        if agrees or (id, paths[blob]) in own:
            found[id] = PublishedFile(paths[blob], blob, agrees is Extent.WHOLE, agrees > 0)
    return found
