"""Sources that are elsewhere now: merged into the base branch, or restated by the record that succeeds them."""

from collections.abc import Callable, Collection, Mapping, Sequence

from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import blobs_at, existing_commits, last_change, remote_base, unreachable
from scrubjay.git.blame import blamed_commits
from scrubjay.git.commits import moments_of
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from scrubjay.knowledge.decisions.naming import looks_like_decision
from scrubjay.knowledge.documents.selection import written_as
from scrubjay.knowledge.documents.values import ENDED_STATUSES
from scrubjay.memory.freshness.grounds import Ground
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.evidence import CitationKind, CitationResult, CitationStatus
from scrubjay.privacy.secrets.masking import mask
from scrubjay.text.sentences import holds_words

READ_MOST = 1_000_000
"""Bytes of a file that are compared."""

Came = Callable[[frozenset[str], str], Collection[str]]
"""Of some commits, those whose change another commit has under another hash: amend, rebase, cherry-pick, squash."""


def merged_citations(
    git: Git, citations: Sequence[CitationResult], head: str, came: Came, acted: Callable[[], str]
) -> frozenset[CitationResult]:
    """The citations whose sources are merged by now: into the remote's base branch, or else HEAD before `acted`."""
    base = remote_base(git) if citations else ""
    if citations and not base:
        moment = acted()
        return frozenset(
            citation for citation in citations if not moment or _written_before(git, citation, head, moment)
        )
    if base in ("", head):
        return frozenset(citations)
    commits = frozenset(citation.commit for citation in citations if citation.kind is CitationKind.COMMIT)
    existing = existing_commits(git, commits)
    lost = (commits - existing) | unreachable(git, existing, base)
    merged = (commits - lost) | frozenset(came(lost, base) if lost else ())
    paths = sorted({citation.path for citation in citations if citation.path})
    blobs = blobs_at(git, base, paths)
    named = {entry.blob for entry in list_tree(git, base)} if len(blobs) < len(paths) else frozenset(blobs.values())
    return frozenset(
        citation
        for citation in citations
        if (
            citation.commit in merged
            if citation.kind is CitationKind.COMMIT
            else citation.blob in named or _is_in_version(git, citation, blobs)
        )
    )


def _written_before(git: Git, citation: CitationResult, head: str, moment: str) -> bool:
    """Whether the commits that wrote the cited lines were made by a moment."""
    if citation.kind is CitationKind.COMMIT:
        commits = {citation.commit}
    elif citation.lines[0]:
        commits = set(blamed_commits(git, head, citation.path, citation.lines))
    else:
        commits = {last_change(git, head, citation.path)} - {""}
    moments = moments_of(git, commits)
    return bool(commits) and all(moments.get(commit, "~") <= moment for commit in commits)


def _is_in_version(git: Git, citation: CitationResult, blobs: dict[str, str]) -> bool:
    """Whether a version of the cited file holds the cited words; `blobs` are the version's blobs by path."""
    if citation.path not in blobs:
        return False
    try:
        with ObjectReader(git) as reader:
            return same_in_version(citation, reader.read(blobs[citation.path], READ_MOST).decode("utf-8", "replace"))
    except GitFailed:
        return False  # too large, or not in this clone


def same_in_version(citation: CitationResult, text: str) -> bool:
    """Whether a version of the cited file holds its words, in a record with the same decision. Pure.

    A whole sentence must stand below the same headings: one that is an option on one branch and the decision on the
    other isn't the same.
    """
    kind, masked = written_as(citation.path), mask(text).text
    if looks_like_decision(citation.path):
        from scrubjay.knowledge.decisions.parse import parse_decision

        decision = parse_decision(citation.path, text, kind)
        if decision is None or decision.status != citation.standing:
            return False
    if not citation.whole:
        return holds_words(citation.words, masked)
    from scrubjay.memory.grounding.passages import passages  # late: few sources are on a branch, and reading is heavy

    below = (part for part in passages(masked, kind) if " › ".join(filter(None, part.heading)) == citation.heading)
    return holds_words(citation.words, "\n".join(part.around for part in below))


def superseded(
    git: Git, citation: CitationResult, entry: DecisionEntry, decisions: Mapping[str, DecisionEntry]
) -> Ground:
    """The ground of a record that ended; `decisions` are the view's, by path."""
    paths = [path for path in entry.standing.superseded_by if path in decisions]
    names = ", ".join(decisions[path].decision.name for path in paths)
    return Ground(
        text=citation.text,
        path=citation.path,
        status=CitationStatus.SUPERSEDED,
        detail=f"by {names}" if names else entry.decision.status,
        words=_nearest_words(git, citation.words, decisions[paths[0]]) if paths else "",
    )


def _nearest_words(git: Git, words: str, successor: DecisionEntry) -> str:
    """The words of a record's successor that are nearest to some words."""
    from scrubjay.memory.grounding.passages import passages  # late: few records are superseded, and reading is heavy
    from scrubjay.memory.grounding.reading import read
    from scrubjay.memory.grounding.sections import source_of

    with ObjectReader(git) as reader:
        text = mask(reader.read(successor.blob, READ_MOST).decode("utf-8", "replace")).text
    source = source_of(successor.path, text, record=True)
    return read(words, passages(text, written_as(successor.path)), source).words


def is_void(entry: DecisionEntry | None) -> bool:
    """Whether a record is replaced or out of force."""
    return entry is not None and (bool(entry.standing.superseded_by) or entry.decision.status in ENDED_STATUSES)
