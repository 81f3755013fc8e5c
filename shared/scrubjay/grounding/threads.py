"""How do a discussion and a view stand to each other, and how does a citation name one that is kept?"""

from scrubjay.discussions.stored import Discussion, DiscussionRef
from scrubjay.git.ancestry import existing_commits, unreachable
from scrubjay.git.process import Git


def standing_of(head: Discussion) -> str:
    """Such as "merged 2024-05-02, as of 2026-11-20 14:10"."""
    return f"{head.standing}, {f'as of {head.as_of}' if head.as_of else 'not read to the end yet'}"


def merged_here(git: Git, head: Discussion, commit: str) -> bool:
    """Whether a view has what a discussion brought. One that merged nothing is on all views; so is one whose merge
    commit this clone hasn't."""
    if head.state != "merged" or not head.merge_commit or not commit:
        return True
    existing = existing_commits(git, [head.merge_commit])
    return not (existing and unreachable(git, existing, commit))


def target_of(ref: DiscussionRef) -> str:
    """What a citation is written down by: HOST/OWNER/NAME#12."""
    return f"{ref.repository}#{ref.number}"


def ref_of(target: str) -> DiscussionRef | None:
    """The discussion of a citation that was resolved by one that is kept; None for a tracker's."""
    repository, _, number = target.rpartition("#")
    kept = repository.count("/") >= 2 and number.isdigit() and "://" not in repository
    return DiscussionRef(repository, int(number)) if kept else None
