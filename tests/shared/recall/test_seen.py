"""A memory that says what the nearest documents say is seen, however many of them say it in the question's words."""

from scrubjay.app import Workspace
from scrubjay.memories import RememberRequest
from scrubjay.recall import Recall, RecallRequest
from scrubjay.retrieval.order import SEEN
from tests.conftest import Repo
from tests.shared.recall.test_fallen import BEASTS, changed
from tests.shared.recall.test_memories import say, tell

QUESTION = "how often does the otter scheduler wake"
PAGES = {f"docs/{beast}.md": f"The otter scheduler wakes often, and so does the {beast}.\n" for beast in BEASTS}
GUIDE = {"docs/guide.md": "How often does the otter scheduler wake: quartz badge rotation interval seven.\n"}
SAME, OTHER = "Quartz badge rotation interval is seven.", "The harbour crane was painted yellow."


def place(recall: Recall, text: str) -> int:
    """Where a memory stands among the hits of an answer, from 1; 0 where it doesn't."""
    return next(
        (n for n, hit in enumerate(recall.search(RecallRequest(query=QUESTION)).hits, 1) if hit.text == text), 0
    )


def test_a_told_memory_that_says_what_the_nearest_document_says_is_among_the_first(
    workspace: Workspace, recall: Recall, shop: Repo
) -> None:
    for text in (SAME, OTHER):
        tell(workspace.memories.service, text)
    changed(workspace, shop, PAGES)
    assert not 0 < place(recall, SAME) <= SEEN
    changed(workspace, shop, GUIDE)
    assert place(recall, SAME) == SEEN
    assert not place(recall, OTHER)


def test_of_two_claims_as_near_the_one_follows_that_the_document_brings(
    workspace: Workspace, recall: Recall, shop: Repo
) -> None:
    brought, other = "The otter scheduler: quartz badge interval.", "The otter scheduler: yellow harbour crane."
    for text in (brought, other):
        say(workspace.memories.service, text)
    changed(workspace, shop, GUIDE)
    assert [hit.text for hit in recall.search(RecallRequest(query=QUESTION)).unconfirmed] == [brought]


def test_among_memories_alone_it_passes_those_that_share_a_word(
    workspace: Workspace, recall: Recall, shop: Repo
) -> None:
    for beast in BEASTS[:6]:
        tell(workspace.memories.service, f"Nobody may wake a {beast} before noon, as its keeper told everybody.")
    say(workspace.memories.service, SAME)
    changed(workspace, shop, {})
    asked = RecallRequest(query=QUESTION, kinds=("memory",), limit=5)
    assert SAME not in [hit.text for hit in recall.search(asked).hits]
    changed(workspace, shop, GUIDE)
    assert recall.search(asked).hits[0].text == SAME


def test_one_that_rests_on_a_passage_found_goes_before_one_that_is_worth_more(
    workspace: Workspace, recall: Recall, shop: Repo
) -> None:
    changed(workspace, shop, PAGES | GUIDE)
    tell(workspace.memories.service, "Otter quartz badge rotation interval: 42.")
    tell(workspace.memories.service, OTHER)
    changed(workspace, shop, {})
    assert seen(recall) == "Otter quartz badge rotation interval: 42."
    workspace.memories.service.remember(
        RememberRequest(content="The quartz badge rotation interval is seven. (docs/guide.md)")
    )
    changed(workspace, shop, {})
    assert seen(recall).startswith("The quartz badge rotation interval is seven.")


def seen(recall: Recall) -> str:
    """The one memory among the hits that are looked at."""
    (one,) = (hit for hit in recall.search(RecallRequest(query=QUESTION)).hits[:SEEN] if hit.kind == "memory")
    return one.text
