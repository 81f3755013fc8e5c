"""False merges and false splits are counted by what people and agents did about them."""

from scrubjay.memory.lifecycle.figures import DuplicateCounts, count_duplicates
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin, Verdict
from scrubjay.model.memory import Change
from tests.shared.memory.conftest import Grounding, Hands, stored


def test_both_kinds_of_mistake_are_counted(memories: Memories, grounding: Grounding, hands: Hands) -> None:
    first = stored(memories, "The limit is 10 requests.", author="ada")
    other = stored(memories, "The limit is 10 requests a minute.", author="ada")
    plain = [stored(memories, text, author="ada") for text in ("Owls carry letters.", "Letters are carried by owls.")]
    grounding.verdict = Verdict.KNOWN
    for id, score in ((first, 1.0), (first, 0.94), (other, 0.95)):
        grounding.conflict, grounding.similarity = id, score
        memories.remember(RememberRequest(content="The limit is about 10 requests.", author="ada"))
    grounding.verdict, grounding.conflict = Verdict.STORED, ""
    hands.pass_by(minutes=1)
    memories.update(first, RememberRequest(content="The limit is about 10 requests.", author="ada"), Change.SUPERSEDE)
    memories.remember(
        RememberRequest(
            content="Owls carry the letters.",
            author="ada",
            origin=Origin.PERSON,
            act=Act.TYPED,
            supersedes=plain[0],
            others=(plain[1],),
            how=Change.MERGE,
        )
    )
    seen = memories.reading("project", count_duplicates)
    assert seen == DuplicateCounts(blocked=3, reworded=2, wrong=1, memories=6, merged=2)


def test_nothing_is_divided_where_nothing_is(memories: Memories) -> None:
    seen = memories.reading("project", count_duplicates)
    assert seen == DuplicateCounts(0, 0, 0, 0, 0)
