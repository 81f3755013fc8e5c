"""What says otherwise than a memory is always shown with it, and above it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.search.recall.answer import RecallHit
from scrubjay.search.recall.memory_hits import below_rivals
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.render import render
from tests.shared.search.recall.test_recall import ask

IDS = ("a" * 32, "b" * 32, "c" * 32, "d" * 32)


def hit(id: str) -> RecallHit:
    return RecallHit(kind="memory", title=f"fact {id[:12]}", text=f"claim {id[:4]}", date="2026-03-01", id=id)


@settings(derandomize=True, deadline=None)
@given(
    st.lists(st.sampled_from(IDS), unique=True),
    st.dictionaries(st.sampled_from(IDS[:2]), st.lists(st.sampled_from(IDS[2:]), unique=True)),
)
def test_no_hit_stands_above_or_without_what_says_otherwise(found: list[str], contested: dict[str, list[str]]) -> None:
    rivals = {id: [hit(other) for other in others] for id, others in contested.items()}
    shown = [one.id for one in below_rivals([hit(id) for id in found], rivals)]
    assert len(shown) == len(set(shown))
    assert set(found) <= set(shown)
    for id in found:
        for other in contested.get(id, []):
            assert shown.index(other) < shown.index(id)


def test_a_claim_against_what_a_person_told_comes_with_it_and_below(recall: Recall, memories: Memories) -> None:
    memories.remember(
        RememberRequest(
            content="The canary runs for 3 hours at night.", author="ada", origin=Origin.PERSON, act=Act.TYPED
        )
    )
    memories.remember(RememberRequest(content="The canary runs for 9 hours at night.", author="bot", session="s1"))
    (contrary,) = [one for one in memories.recent(5) if one.contradicts]
    for kinds in ((), ("memory",)):
        answer = ask(recall, "9 hours at night", kinds=kinds)
        every = [one.text for one in answer.memories]
        assert every.index("The canary runs for 3 hours at night.") < every.index(contrary.content)
        assert "contradicts" in render(answer)
