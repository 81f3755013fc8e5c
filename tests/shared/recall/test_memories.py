"""How memories are answered among documents."""

from scrubjay.memories import Memories, RememberRequest
from scrubjay.recall import Recall, render
from tests.conftest import Repo
from tests.shared.recall.test_recall import ask


def test_a_memory_is_found_with_source_time_and_confidence(recall: Recall, memories: Memories) -> None:
    memories.remember(RememberRequest("The canary runs for an hour.", author="ada", source="docs/ops.md", manual=True))
    answer = ask(recall, "canary")
    (hit,) = (hit for hit in answer.hits if hit.kind == "memory")
    assert (hit.status, hit.source, hit.date[:10]) == ("active", "manual (ada), who names docs/ops.md", "2026-03-01")
    assert "from manual (ada), who names docs/ops.md · 2026-03-01 · high confidence" in render(answer)


def test_what_waits_for_review_is_never_found(recall: Recall, memories: Memories) -> None:
    memories.remember(RememberRequest("The canary runs for an hour."))
    assert memories.waiting()
    assert ask(recall, "canary hour", kinds=("memory",)).hits == ()


def test_a_forgotten_memory_is_found_no_more(recall: Recall, memories: Memories) -> None:
    memories.remember(RememberRequest("The canary runs for an hour.", manual=True))
    (hit,) = ask(recall, "canary hour", kinds=("memory",)).hits
    memories.forget(hit.title.rpartition(" ")[2], "ada")
    assert ask(recall, "canary hour", kinds=("memory",)).hits == ()


def test_at_most_three_memories_stand_in_an_answer_about_everything(recall: Recall, memories: Memories) -> None:
    for claim in ("eats seeds", "was bought by the first team", "lives near nobody", "turns yellow", "sleeps at noon"):
        memories.remember(RememberRequest(f"Our canary {claim}.", manual=True))
    found = [hit.kind for hit in ask(recall, "canary").hits]
    assert found.count("memory") == 3
    assert "document" in found


def test_memories_are_answered_as_of_then(recall: Recall, memories: Memories, shop: Repo) -> None:
    memories.remember(RememberRequest("The canary runs for an hour.", manual=True))
    shop.commit("later", {"docs/new.md": "# New\n"}, date="2026-04-01T12:00:00Z")
    assert "memory" not in {hit.kind for hit in ask(recall, "canary", as_of="HEAD~1").hits}
    assert "memory" in {hit.kind for hit in ask(recall, "canary", as_of="HEAD").hits}


def test_a_path_leaves_memories_out_and_says_so_when_they_were_asked_for(recall: Recall, memories: Memories) -> None:
    memories.remember(RememberRequest("The canary runs for an hour.", manual=True))
    assert {hit.kind for hit in ask(recall, "canary", path="docs").hits} == {"document"}
    assert ask(recall, "canary", path="docs", kinds=("memory",)).degraded == (
        "memories have no path, so none is shown",
    )
