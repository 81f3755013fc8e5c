"""A team that says one thing in four wordings, and many others twice; and an embedder that knows what is one thing."""

from collections.abc import Sequence

import numpy as np

from scrubjay.model.encoded import Encoded, Fingerprint, Vector
from tests.fakes import HashingEmbedder
from tests.servers.team.evidence.conftest import Evidence

GUIDE = """# Mail

Outgoing mail waits in a queue, because the provider limits us to bursts.
"""

WORDINGS = (
    ("anna", "Outgoing mail waits in a queue, because the provider limits us to bursts."),
    ("ben", "Letters to customers stand in line until the mail service has room."),
    ("cleo", "Our mailer throttles, so messages go through a backlog and are released slowly."),
    ("dora", "What we post to buyers is held in a waiting list, for the carrier of messages is strict."),
)
"""Who says it, and how: the first is a sentence of the repository."""

TWICE = 20
"""Other facts, each said by two members in the same words; the first of them by all four."""


class TopicEmbedder(HashingEmbedder):
    """An embedder for which all of WORDINGS lie in one place, and everything else where its words do."""

    def __init__(self) -> None:
        super().__init__(384)
        self.fingerprint = Fingerprint(
            model="topics", weights="test", dim=384, pooling="sum", query_prefix="", passage_prefix="", max_tokens=256
        )

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        """The vectors of texts; those of one fact are one."""
        said = {text for _, text in WORDINGS}
        vectors: Vector = self._vectors(texts)
        for row, text in enumerate(texts):
            if text.strip() in said:
                vectors[row] = np.eye(1, 384, 7, dtype=np.float32)[0]
        return Encoded(vectors)


def said_twice(evidence: Evidence, days: int = 0, number: int = TWICE) -> list[str]:
    """Other facts that two members say each: those among which one stands out."""
    ids = []
    for place in range(number):
        word = "abcdefghijklmnopqrstuvwxyz"[place] * 6
        text = f"The module {word} reads its settings from the folder of {word}."
        ids.append(evidence.say("ben", text, days, repo="shop"))
        for who in ("cleo",) if place else ("cleo", "anna", "dora"):
            evidence.say(who, text, days, repo="shop")
    return ids


def say_in_other_words(evidence: Evidence, days: int = 0) -> list[str]:
    """One fact in the words of four members, on four days."""
    return [
        evidence.say(who, text, days + place, repo="shop") for place, (who, text) in enumerate(WORDINGS)
    ]  # fmt: skip
