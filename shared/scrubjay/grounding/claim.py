"""What is to be judged? One claim, snapshot and within bounds."""

from dataclasses import dataclass

from scrubjay.grounding.sources import Channel


@dataclass(frozen=True, slots=True)
class Claim:
    """What is to be judged; a snapshot that nothing changes any more. `replaces` are the ids of what it supersedes."""

    content: str
    kind: str
    scope: str
    source: str
    channel: Channel
    author: str = ""
    replaces: tuple[str, ...] = ()
    valid_until: str = ""
