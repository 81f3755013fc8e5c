"""How far are memories on their way into the repository? Proposed, merged, published, edited since, taken back."""

from collections.abc import Collection, Mapping, Sequence

from scrubjay.git.ancestry import BaseBranch, is_ancestor
from scrubjay.git.process import Git
from scrubjay_publishing.standings.proposals import BranchCommit, open_on, proposed, removed, short_name
from scrubjay_publishing.standings.values import Publication, PublicationStanding, PublishedFile, decide_standing


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
    lost = _taken_back(git, tips, {id: proposals[id] for id in proposals.keys() - merged.keys()}, waiting, reached)
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


def _taken_back(
    git: Git,
    bases: Sequence[str],
    open_on: Mapping[str, BranchCommit],
    records: Mapping[str, Publication],
    reached: Collection[str],
) -> dict[str, tuple[str, str]]:
    """Of memories that no base has those that one had: the commit that removed the file, and its path.

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
