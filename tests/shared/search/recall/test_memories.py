"""A memory always stands in its own part of an answer, after the documents, with who stands behind it."""

from scrubjay.app import Workspace
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.claim import checked_tags
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.rows import believe
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import MemoryStatus
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallAnswer
from scrubjay.search.recall.objects import as_object
from scrubjay.search.recall.recall import Recall
from scrubjay.search.recall.render import render
from scrubjay.storage.driver import Connection
from tests.conftest import Repo
from tests.shared.search.recall.test_recall import ask


def tell(memories: Memories, content: str, **more: object) -> None:
    """A person types a claim."""
    memories.remember(RememberRequest(content=content, author="ada", origin=Origin.PERSON, act=Act.TYPED, **more))  # type: ignore[arg-type]


def say(memories: Memories, content: str, session: str = "3f2a1234-0000", **more: object) -> None:
    """An agent says something that nothing stands behind."""
    memories.remember(RememberRequest(content=content, author="ada", session=session, **more))  # type: ignore[arg-type]


def told(answer: RecallAnswer) -> list[str]:
    return [hit.text for hit in answer.memories]


def test_a_memory_is_found_with_its_grade_and_who_told_it(recall: Recall, memories: Memories) -> None:
    tell(memories, "The canary runs for an hour.")
    answer = ask(recall, "canary")
    (hit,) = answer.memories
    assert (hit.grade, hit.source) == ("told", "told by ada, 2026-03-01")
    documents, part = render(answer).split("\n\nMemories:\n\n")
    assert "docs/usage.md" in documents
    assert part.startswith(f"**memory** fact {hit.id[:12]} · told by ada, 2026-03-01\n> The canary runs for an hour.")
    (row,) = as_object(answer)["memories"]
    assert (row["id"], row["grade"], row["text"], row["grounds"]) == (hit.id, "told", hit.text, [])
    assert {row["kind"] for row in as_object(answer)["results"]} == {"document"}


def test_what_only_an_agent_says_is_found_at_once_in_the_same_part(recall: Recall, memories: Memories) -> None:
    say(memories, "The canary sings at noon.")
    tell(memories, "The canary sleeps at night.")
    answer = ask(recall, "canary sings")
    assert told(answer) == ["The canary sleeps at night.", "The canary sings at noon."], "a told one comes first"
    assert answer.memories[1].source == "said by an agent, session 3f2a1234, 2026-03-01"
    assert "> The canary sings at noon.\nno source" in render(answer)


def test_it_is_found_by_meaning_before_any_worker_ran(workspace: Workspace, recall: Recall, memories: Memories) -> None:
    assert workspace.embedder is not None
    embed_pending(workspace.knowledge_database, workspace.embedder, stop=lambda: False)
    say(memories, "The canary sings at noon.")
    answer = ask(recall, "canary")
    assert answer.embedded == 1.0
    (hit,) = answer.memories
    assert "vector" in hit.scores


def test_a_memory_alone_may_answer_and_the_first_line_says_so(recall: Recall, memories: Memories) -> None:
    say(memories, "Flamingos guard the warehouse.")
    answer = ask(recall, "who guards the warehouse, flamingos?", trimmed=True)
    assert (answer.fit, answer.documents_fit, answer.hits) == ("good", "nothing", ())
    assert told(answer) == ["Flamingos guard the warehouse."]
    assert "answered by a memory" in render(answer).splitlines()[0]


def test_where_nothing_fits_one_memory_stands_below_the_line(recall: Recall, memories: Memories) -> None:
    for beast in ("otter", "heron"):
        say(memories, f"The {beast} guards the warehouse.")
    answer = ask(recall, "which bakers knead sourdough bread overnight", trimmed=True)
    assert (answer.fit, answer.hits, answer.memories) == ("nothing", (), ())
    assert sum(bool(row["id"]) for row in as_object(answer)["below"]) <= 1


def test_at_most_three_follow_documents_and_no_more_than_the_limit(recall: Recall, memories: Memories) -> None:
    for place in ("attic", "barn", "cellar", "dock", "engine room", "foyer", "garage"):
        say(memories, f"The canary of the {place} takes its part of the traffic.")
    assert len(ask(recall, "canary traffic").memories) == 3
    assert len(ask(recall, "canary traffic", limit=2).memories) == 2
    assert len(ask(recall, "canary traffic", kinds=("memory",), limit=6).memories) == 6


def test_asked_for_memories_an_answer_holds_all_grades_in_one_list(recall: Recall, memories: Memories) -> None:
    say(memories, "The canary sings at noon.")
    tell(memories, "The canary sings at dawn.")
    answer = ask(recall, "canary sings", kinds=("memory",))
    assert {hit.grade for hit in answer.memories} == {"told", "said"}
    assert answer.hits == ()


def test_without_words_the_newest_memories_are_listed(recall: Recall, memories: Memories) -> None:
    say(memories, "The canary sings at noon.")
    tell(memories, "Releases go out on Tuesdays.")
    assert set(told(ask(recall, "", kinds=("memory",)))) == {
        "The canary sings at noon.",
        "Releases go out on Tuesdays.",
    }


def test_a_memory_that_a_person_told_later_is_told_in_the_same_place(recall: Recall, memories: Memories) -> None:
    say(memories, "The canary sings at noon.")
    before = ask(recall, "canary traffic")
    tell(memories, "The canary sings at noon.")
    answer = ask(recall, "canary traffic")
    assert told(before) == told(answer) == ["The canary sings at noon."]
    assert [hit.grade for hit in (*before.memories, *answer.memories)] == ["said", "told"]


def test_tags_narrow_an_answer(recall: Recall, memories: Memories) -> None:
    tell(memories, "The canary sings at dawn.", tags=checked_tags(["Ops"]))
    say(memories, "The canary sings at noon.")
    assert told(ask(recall, "canary tag:ops")) == ["The canary sings at dawn."]
    assert told(ask(recall, "canary -tag:ops kind:memory")) == ["The canary sings at noon."]
    assert ask(recall, "canary tag:none").notes == ("no memory bears tag:none",)


def test_tags_alone_list_what_bears_them_whoever_said_it(recall: Recall, memories: Memories) -> None:
    tell(memories, "The canary sings at dawn.", tags=checked_tags(["ops"]))
    say(memories, "The canary sings at noon.", tags=checked_tags(["ops"]))
    say(memories, "The owl sleeps at noon.")
    assert set(told(ask(recall, "tag:ops"))) == {"The canary sings at dawn.", "The canary sings at noon."}


def test_where_a_memory_holds_narrows_an_answer(recall: Recall, memories: Memories) -> None:
    tell(memories, "The canary answers from three regions.", applies="production")
    say(memories, "The canary rests behind a proxy.", applies="Staging")
    assert told(ask(recall, "canary applies:staging")) == ["The canary rests behind a proxy."]
    assert len(told(ask(recall, "canary applies:production,staging"))) == 2
    assert ask(recall, "canary applies:v1").notes == ("no memory says applies:v1",)


def test_a_phrase_must_stand_in_a_memory_as_well(recall: Recall, memories: Memories) -> None:
    say(memories, "The canary sings at noon.")
    say(memories, "The canary sleeps at noon.")
    asked = ask(recall, 'canary "sleeps at noon"')
    assert told(asked) == ["The canary sleeps at noon."]
    assert asked.notes == ('no document holds "sleeps at noon" as it stands; its words were looked up',)
    assert told(ask(recall, 'canary "ten percent"')) == []
    assert len(told(ask(recall, 'why is it that the canary "sleeps at noon"'))) == 2  # a sentence quotes
    assert told(ask(recall, "canary noon -sleeps")) == ["The canary sings at noon."]


def test_a_faded_memory_is_found_among_memories_and_says_so(recall: Recall, memories: Memories) -> None:
    say(memories, "The canary sings at noon.")
    (known,) = memories.recent(1)
    memories.writing(
        "project", lambda c, place: believe(c, known_number(c), place.now, "scrubjay", status=MemoryStatus.FADED)
    )
    assert told(ask(recall, "canary sings")) == []
    answer = ask(recall, "canary sings", kinds=("memory",))
    assert [(hit.id, hit.grade, hit.status) for hit in answer.memories] == [(known.id, "said", "faded")]
    (line,) = [line for line in render(answer).splitlines() if line.startswith("**memory**")]
    assert line.endswith(" · faded")


def known_number(connection: Connection) -> int:
    return int(connection.execute("SELECT max(number) FROM memory").fetchone()[0])


def test_a_forgotten_memory_is_found_no_more(recall: Recall, memories: Memories) -> None:
    for claim, put in (("The canary runs for an hour.", tell), ("The canary sings at noon.", say)):
        put(memories, claim)
        (hit,) = ask(recall, "canary", kinds=("memory",)).memories
        memories.forget(hit.id, "ada", authority=True)
        assert ask(recall, "canary", kinds=("memory",)).memories == ()


def test_memories_are_answered_as_of_then(recall: Recall, memories: Memories, shop: Repo) -> None:
    tell(memories, "The canary runs for an hour.")
    shop.commit("later", {"docs/new.md": "# New\n"}, date="2026-04-01T12:00:00Z")
    assert told(ask(recall, "canary", as_of="HEAD~1")) == []
    assert told(ask(recall, "canary", as_of="HEAD")) == ["The canary runs for an hour."]


def test_a_path_leaves_memories_out_and_says_so_when_they_were_asked_for(recall: Recall, memories: Memories) -> None:
    tell(memories, "The canary runs for an hour.")
    say(memories, "The canary sings at noon.")
    answer = ask(recall, "canary", path="docs")
    assert {hit.kind for hit in answer.hits} == {"document"}
    assert answer.memories == ()
    assert ask(recall, "canary", path="docs", kinds=("memory",)).degraded == (
        "memories have no path, so none is shown",
    )


def test_a_reader_sees_the_memories_that_were_asked_for_however_they_fit(recall: Recall, memories: Memories) -> None:
    for number in range(4):
        tell(memories, f"Canary number {number} runs for an hour.")
    question = "which canary bakes sourdough bread overnight in bakeries"
    everything = ask(recall, question, kinds=("memory",))
    assert everything.fit != "good"
    assert ask(recall, question, kinds=("memory",), trimmed=True).memories == everything.memories
    assert len(everything.memories) == 4
    assert len(ask(recall, question, trimmed=True).hits) <= 2


def test_a_memory_is_found_in_the_words_of_the_place_that_it_leans_on(
    workspace: Workspace, recall: Recall, memories: Memories
) -> None:
    for beast in ("otter", "heron", "badger"):
        say(memories, f"No {beast} sleeps near heavy traffic.")
    say(memories, "One visitor out of each dozen meets a new build first.", cites=("docs/usage.md:7",))
    say(memories, "Old phones fall back to a code by mail.", cites=("docs/adr/0007-passkeys.md:15",))
    assert workspace.embedder is not None
    embed_pending(workspace.knowledge_database, workspace.embedder, stop=lambda: False)
    question = "percent of traffic the canary takes"
    assert told(ask(recall, question, kinds=("memory",)))[0].startswith("One visitor")
    assert "One visitor out of each dozen meets a new build first." in told(ask(recall, question))


def test_a_place_lends_a_memory_rank_but_no_fit_of_its_own(
    workspace: Workspace, recall: Recall, memories: Memories
) -> None:
    say(memories, "One visitor out of each dozen meets a new build first.", cites=("docs/usage.md:7",))
    assert workspace.embedder is not None
    embed_pending(workspace.knowledge_database, workspace.embedder, stop=lambda: False)
    (hit,) = ask(recall, "percent of traffic the canary takes", kinds=("memory",)).memories
    assert hit.score > hit.scores["vector"] + hit.scores.get("reranker", 0.0)
    assert ask(recall, "which bakers knead sourdough bread overnight", trimmed=True).memories == ()
