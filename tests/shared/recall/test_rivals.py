"""What says otherwise than a memory is always shown with it, and above it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.memories import Memories, RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.recall import Recall, RecallHit
from scrubjay.recall.render import render
from scrubjay.recall.rivals import below
from tests.conftest import Repo
from tests.shared.recall.test_recall import ask

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
    shown = [one.id for one in below([hit(id) for id in found], rivals)]
    assert len(shown) == len(set(shown))
    assert set(found) <= set(shown)
    for id in found:
        for other in contested.get(id, []):
            assert shown.index(other) < shown.index(id)


def test_a_freely_worded_denial_of_a_decision_stands_below_it(recall: Recall, memories: Memories, shop: Repo) -> None:
    shop.commit("decide", {"docs/adr/0009-mail.md": MAIL, "docs/mail.md": "# Mail\n\nThe shop delivers mail.\n"})
    memories.remember(RememberRequest(content="The shop delivers mail on its own (docs/mail.md:3).", author="bot"))
    (claim,) = memories.recent(1)
    answer = ask(recall, "Who delivers the mail of the shop?")
    shown = [hit.path or hit.id for hit in answer.hits]
    assert shown.index("docs/adr/0009-mail.md") < shown.index(claim.id)


MAIL = (
    "# 9. Leave delivery to the provider\n\n## Status\n\nAccepted\n\n"
    "## Decision\n\nThe provider delivers the mail of the shop.\n"
)


def test_a_sources_words_are_added_even_to_a_passage_that_may_be_cut() -> None:
    source = RecallHit(
        kind="document", title="docs/a.md", text="Ports 80 and 81 are used.", date="", path="docs/a.md", start_line=3
    )
    passage = RecallHit(
        kind="document", title="A", text="Intro. Ports 80 and\n81 are used. More.", date="2026-03-01", path="docs/a.md"
    )
    claims = hit("a" * 32), hit("b" * 32)
    contested = {claim.id: [source] for claim in claims}
    shown = below([*claims, passage], contested)
    assert [one.key for one in shown] == [source.key, claims[0].key, claims[1].key, passage.key]
    assert below(shown[:1], contested) == shown[:1]


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
        every = [one.text for one in (*answer.hits, *answer.unconfirmed)]
        assert every.index("The canary runs for 3 hours at night.") < every.index(contrary.content)
        assert "contradicts" in render(answer)


def test_a_claim_against_a_source_comes_with_its_words(recall: Recall, memories: Memories, shop: Repo) -> None:
    memories.remember(
        RememberRequest(content="The canary takes 20 percent of the traffic (docs/usage.md:7).", author="bot")
    )
    (claim,) = memories.recent(1)
    assert claim.contradicts == ("docs/usage.md",)
    source, shown = ask(recall, "20 percent", kinds=("memory",)).hits
    assert (source.path, source.text) == ("docs/usage.md", "The canary takes ten percent of the traffic.")
    assert shown.id == claim.id
    shop.git("rm", "-q", "docs/usage.md")
    shop.commit("drop")
    assert [one.id for one in ask(recall, "20 percent", kinds=("memory",)).hits] == [claim.id]
