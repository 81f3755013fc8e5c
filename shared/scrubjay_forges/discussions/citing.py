"""How does a citation name a discussion that is kept, and what is said beside it? Pure."""

from scrubjay.model.discussion import DiscussionRef, Sign
from scrubjay_forges.discussions.stored import Discussion


def told_of(head: Discussion, standing: str = "") -> str:
    """Such as "merged 2024-05-02, as of 2026-11-20 14:10"; `standing` is what a view says beside the state."""
    return ", ".join(filter(None, (head.standing, standing, head.fresh)))


def target_of(ref: DiscussionRef) -> str:
    """What a citation is written down by: HOST/OWNER/NAME#12, and !12 for a merge request of GitLab."""
    return ref.full


def ref_of(target: str) -> DiscussionRef | None:
    """The discussion of a citation that was resolved by one that is kept; None for a tracker's."""
    sign: Sign = "!" if "!" in target else "#"
    repository, _, number = target.rpartition(sign)
    kept = repository.count("/") >= 2 and number.isdigit() and "://" not in repository
    return DiscussionRef(repository, int(number), sign) if kept else None
