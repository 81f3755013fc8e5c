"""Scope team over a store that the settings name for it: what is written there, and what has to be changed there."""

import hashlib
from typing import TYPE_CHECKING
from uuid import uuid4

from scrubjay.errors import NotFound, UsageError
from scrubjay.extensions.kinds.stores import MemoryBackend
from scrubjay.memory.store.request import RememberRequest, checked
from scrubjay.model.clock import Clock, iso
from scrubjay.model.far import FarClaim, FarOutcome
from scrubjay.model.memory import Blocked
from scrubjay.model.stored import StoredMemory
from scrubjay.privacy.personal.policy import masked_memory
from scrubjay.settings.schema import Settings
from scrubjay_stores.gathering import StoreDirectory, configured, section

if TYPE_CHECKING:
    from scrubjay.app import Workspace

TEAM = "team"


class StoreMemories:
    """The memories of scope team where a store keeps them, and it alone: a write that fails is stored nowhere."""

    def __init__(self, store: MemoryBackend, settings: Settings, clock: Clock) -> None:
        self._store = store
        self._settings = settings
        self._clock = clock

    @property
    def called(self) -> str:
        """The store's name."""
        return self._store.name

    def remember(self, claim: FarClaim) -> FarOutcome:
        """Keep a claim there, as said. Raises UsageError for what such a store can't keep."""
        if claim.supersedes or claim.sources or claim.quote or claim.valid_until:
            raise UsageError(
                f"{self._store.name} ({self._store.kind}) keeps words, kind and tags alone: leave out sources, quote, "
                "supersedes and valid_until, or remember it with scope project."
            )
        request = RememberRequest(content=claim.content, kind=claim.kind, applies=claim.applies, tags=claim.tags)
        accepted = checked(request, self._clock().date(), self._settings.privacy.allow)
        if isinstance(accepted, Blocked):
            return FarOutcome(called=self.called, outcome="blocked", why=accepted.reason, add=accepted.do)
        key = hashlib.sha256(f"{self._settings.user_id}\0{claim.key}".encode()).hexdigest()[:32] if claim.key else ""
        outcome = self._store.write(StoredMemory(
            id="", key=f"said:{key or uuid4().hex}", store=self.called,
            text=masked_memory(accepted.content, self._settings.privacy.personal), kind=accepted.kind,
            tags=accepted.tags, applies=accepted.applies, author=self._settings.user_id, date=iso(self._clock()),
        ))  # fmt: skip
        word = "blocked" if outcome.outcome == "refused" else outcome.outcome
        return FarOutcome(called=self.called, outcome=word, id=outcome.id, grade="said", why=outcome.why)

    def update(self, id: str, content: str, how: str, agent: str = "") -> FarOutcome:
        """Refused: such a store has no versions, so a change could write over a newer one. Raises UsageError."""
        raise self._elsewhere(id)

    def forget(self, id: str) -> FarOutcome:
        """Refused: a memory of another program is deleted by that program. Raises NotFound, UsageError."""
        raise self._elsewhere(id)

    def provenance(self, id: str) -> str:
        """What the store says of a memory. Raises NotFound."""
        one = self._store.get(id)
        by = "worded by the service's model" if one.worded else f"by {one.author or 'nobody named'}"
        return "\n".join([f"{self.called} ({self._store.kind}) · {by} · {one.date[:10]}", f"- {one.text}"])

    def _elsewhere(self, id: str) -> UsageError | NotFound:
        try:
            self._store.get(id)
        except NotFound as error:
            return error
        return UsageError(f"{self.called} is {self._store.kind}'s: change or delete memory {id[:12]} there.")


def far_memories(services: "Workspace") -> tuple[StoreMemories, ...]:
    """The memories of scope team, where a store is written to for it; its name in the settings says so."""
    if not any(place.scope == TEAM for place in section(services.user_settings).places.values()):
        return ()
    store = StoreDirectory([*configured(services)]).writer(TEAM)
    return (StoreMemories(store, services.settings, services.clock),)
