"""Services of this extension, by name; the manifest has the maker of each."""

from typing import TYPE_CHECKING

from scrubjay.wiring.registry import Services, made

if TYPE_CHECKING:
    from scrubjay_publishing.proposed_branches import ProposedBranches, PublishedProposals
    from scrubjay_publishing.publisher import Publisher
    from scrubjay_publishing.standings.published import PublishedMemories


class PublishingServices(Services):
    """Memories as files in git."""

    published: "PublishedMemories" = made()
    publisher: "Publisher" = made()
    proposed_branches: "ProposedBranches" = made()
    proposal_publisher: "PublishedProposals" = made()
