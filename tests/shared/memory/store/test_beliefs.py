"""A memory tells its whole chain: what was believed of it, since when, and who decided."""

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Verdict
from scrubjay.model.memory import Held
from tests.shared.memory.conftest import Grounding, Hands, stored

CLAIM = "Staging drops idle connections after a minute."
NOON = "2026-03-01T12:00:00Z"


def test_provenance_tells_the_whole_chain(memories: Memories, grounding: Grounding, hands: Hands) -> None:
    old = stored(memories, "The limit is 10 requests.", author="ada")
    grounding.verdict = Verdict.HELD
    hands.pass_by(days=1)
    new = stored(memories, "The limit is 20 requests.", supersedes=old)
    memories.approve(new, "bob", "measured")
    chain = memories.provenance(new)
    assert [belief.status for belief in chain.beliefs] == ["held", "active"]
    assert chain.beliefs[0].retracted_at == chain.beliefs[1].recorded_at
    assert [(step.action, step.actor) for step in chain.steps] == [("supersede", ""), ("approve", "bob")]
    assert chain.older == ((old, "supersede"),)
    assert chain.validations[0].checks_passed == ("hedges",)
    assert memories.provenance(old).newer == ((new, "supersede"),)


def test_a_memory_says_when_it_was_told_and_since_when_this_is_believed_of_it(
    memories: Memories, grounding: Grounding, hands: Hands
) -> None:
    grounding.verdict = Verdict.HELD
    outcome = memories.remember(RememberRequest(content=CLAIM))
    assert isinstance(outcome, Held)
    hands.pass_by(days=1)
    memories.approve(outcome.id, "ada", "seen in the logs")
    memory = memories.get(outcome.id)
    assert (memory.recorded_at, memory.belief.recorded_at) == (NOON, "2026-03-02T12:00:00Z")
