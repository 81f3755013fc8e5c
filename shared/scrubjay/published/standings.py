"""How far are memories on their way into the repository? Proposed, merged, published, edited since, not merged."""

from collections.abc import Collection, Mapping, Sequence

from scrubjay.git.ancestry import BaseBranch
from scrubjay.git.process import Git
from scrubjay.published.proposals import proposed, short_name
from scrubjay.published.values import Publication, PublicationStanding, PublishedFile, decide_standing


def standings(
    git: Git,
    ids: Collection[str],
    commit: str,
    *,
    places: Mapping[str, PublishedFile],
    other: Mapping[str, PublishedFile],
    bases: Sequence[tuple[BaseBranch, Mapping[str, PublishedFile]]],
    records: Mapping[str, Publication],
    refs: Sequence[str],
) -> dict[str, PublicationStanding]:
    """The standing of each id, as a commit sees it; branches are read where something isn't published there."""
    elsewhere = [id for id in ids if id not in places]
    commits = proposed(git, refs if elsewhere else (), [base.commit for base, _ in bases] or [commit])
    open_on = {id: one.branch for one in reversed(commits) for id in one.memories}
    branches = frozenset(map(short_name, refs))
    merged = {id: (base.commit, place.path) for base, says in reversed(bases) for id, place in says.items()}
    return {
        id: decide_standing(
            commit,
            place=places.get(id),
            merged=merged.get(id),
            branch=open_on.get(id, ""),
            other=other.get(id),
            record=records.get(id),
            record_is_open=id in records and records[id].branch in branches,
        )
        for id in ids
    }
