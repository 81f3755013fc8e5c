"""What followed from what somebody wrote, also where it says otherwise than what others wrote."""

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.quarantine.quarantines import radius_of
from scrubjay.model.quarantine import BlastRadius
from tests.shared.memory.conftest import BY_HAND, Grounding, stored


def followed(memories: Memories, who: str) -> BlastRadius:
    return memories.reading("project", lambda connection, _: radius_of(connection, who, [who]))


def test_memories_that_contradict_each_other_are_named_from_both_sides(
    memories: Memories, grounding: Grounding
) -> None:
    told = stored(memories, "Parcels weigh up to 30 kg.", author="ada", **BY_HAND)
    grounding.contradicts = (told,)
    against = stored(memories, "Parcels weigh up to 40 kg.", author="bo")
    assert (followed(memories, "bo").written, followed(memories, "bo").contested) == ((against,), (told,))
    assert (followed(memories, "ada").written, followed(memories, "ada").contested) == ((told,), (against,))
