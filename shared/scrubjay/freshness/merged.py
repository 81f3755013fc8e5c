"""Detection of cited sources that were on a branch and are on the base branch now: same words, same headings."""

from collections.abc import Callable, Collection, Sequence

from scrubjay.documents.adr import looks_like_decision
from scrubjay.errors import GitFailed
from scrubjay.git.ancestry import base_commit, blobs_at, existing_commits, unreachable
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import list_tree
from scrubjay.model.evidence import CitationKind, CitationResult
from scrubjay.secrets import mask

READ_MOST = 1_000_000
"""Bytes of a file that are compared."""

Came = Callable[[frozenset[str], str], Collection[str]]
"""Of some commits, those whose change another commit has under another hash: amend, rebase, cherry-pick, squash."""


def merged_citations(git: Git, citations: Sequence[CitationResult], head: str, came: Came) -> frozenset[CitationResult]:
    """The citations whose sources the base branch has; all of them where there is no base branch, or HEAD is it."""
    base = base_commit(git) if citations else ""
    if not base or base == head:
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
            else citation.blob in named or _said(git, citation, blobs)
        )
    )


def _said(git: Git, citation: CitationResult, blobs: dict[str, str]) -> bool:
    if citation.path not in blobs:
        return False
    try:
        with ObjectReader(git) as reader:
            return same_in_version(citation, reader.read(blobs[citation.path], READ_MOST).decode("utf-8", "replace"))
    except GitFailed:
        return False  # too large, or not in this clone


def same_in_version(citation: CitationResult, text: str) -> bool:
    """Whether a version of the cited file holds its words under the same headings, with the same decision. Pure.

    A sentence that is an option on one branch and the decision on the other isn't the same.
    """
    from scrubjay.grounding.passages import passages  # late: few sources are on a branch, and reading is heavy
    from scrubjay.grounding.reading import shown
    from scrubjay.grounding.results import kind_of_text

    if looks_like_decision(citation.path):
        from scrubjay.documents.adr import parse_decision

        decision = parse_decision(citation.path, text, kind_of_text(citation.path))
        if decision is None or decision.status != citation.standing:
            return False
    parts = passages(mask(text).text, kind_of_text(citation.path))
    below = (part for part in parts if " › ".join(filter(None, part.heading)) == citation.heading)
    return bool(citation.words) and _plain(citation.words) in _plain("\n".join(shown(part) for part in below))


def _plain(text: str) -> str:
    return " ".join(text.split())
