"""A phrase is denied where nothing that was searched holds it: documents, commits, memories, discussions."""

import pytest

from scrubjay.app import App
from scrubjay.knowledge.retrieval.exact import denied, may_join, said_in, told_of
from scrubjay.knowledge.retrieval.scope import Filters, unheld_note
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.recall import Recall
from tests.conftest import Repo
from tests.shared.search.recall.test_history import ready
from tests.shared.search.recall.test_memories import say

BREAD = "# Bread\n\nKnead the dough and release the air before it is baked.\n"


@pytest.fixture
def recall(app: App, repo: Repo) -> Recall:
    repo.commit("Release 0.32", {"docs/bread.md": BREAD}, date="2025-01-01T12:00:00Z")
    repo.commit("Knead longer", {"docs/oven.md": "# Oven\n\nThe oven is hot.\n"}, date="2025-02-01T12:00:00Z")
    repo.commit("Rename slow_rise to rise", {"docs/rise.md": "# Rise\n\nIt rises.\n"}, date="2025-02-02T12:00:00Z")
    return ready(app, repo).recall


def ask(recall: Recall, query: str) -> RecallAnswer:
    return recall.search(RecallRequest(query=query))


def commits(answer: RecallAnswer) -> list[str]:
    return [hit.title for hit in answer.hits if hit.kind == "commit"]


@pytest.mark.parametrize("query", ['"Release 0.32"', 'bread "Release 0.32"', 'what is there in "Release 0.32" of it'])
def test_a_phrase_that_a_commit_holds_is_denied_for_documents_alone(recall: Recall, query: str) -> None:
    answer = ask(recall, query)
    assert answer.notes == (unheld_note("Release 0.32", "no document"),)


def test_a_commit_that_holds_a_phrase_is_the_first_of_an_answer(recall: Recall) -> None:
    answer = ask(recall, '"Release 0.32"')
    assert (commits(answer), answer.hits[0].kind, answer.fit) == (["Release 0.32"], "commit", "good")


def test_of_what_a_sentence_quotes_a_commit_that_alone_holds_it_comes_first(recall: Recall) -> None:
    answer = ask(recall, 'which bread of the oven was in "Release 0.32" then')
    assert (answer.hits[0].title, answer.hits[0].kind) == ("Release 0.32", "commit")


def test_a_quoted_name_is_looked_up_in_commits_as_well(recall: Recall) -> None:
    answer = ask(recall, '"slow_rise"')
    assert (commits(answer), answer.notes) == (["Rename slow_rise to rise"], (unheld_note("slow_rise", "no document"),))


def test_where_a_document_holds_a_phrase_no_commit_joins_without_it(recall: Recall) -> None:
    answer = ask(recall, '"knead the dough"')
    assert ([hit.path for hit in answer.hits], answer.notes) == (["docs/bread.md"], ())


def test_an_answer_to_a_phrase_that_nothing_holds_fits_weakly_at_most(recall: Recall) -> None:
    answer = ask(recall, '"dough the knead"')
    assert (answer.hits[0].path, answer.fit) == ("docs/bread.md", "weak")
    assert answer.notes == (unheld_note("dough the knead"),)
    assert ask(recall, "dough knead").fit == "good"


def test_a_memory_that_holds_a_phrase_keeps_commits_without_it_out(app: App, repo: Repo) -> None:
    repo.commit("Knead longer", {"docs/bread.md": BREAD}, date="2025-01-01T12:00:00Z")
    workspace = ready(app, repo)
    memories: Memories = workspace.memories
    say(memories, "One should knead far longer in winter.")
    answer = ask(workspace.recall, '"knead far longer"')
    assert (commits(answer), [hit.text for hit in answer.memories]) == ([], ["One should knead far longer in winter."])
    assert answer.notes == (unheld_note("knead far longer", "no document"),)


def test_only_what_must_stand_in_the_text_narrows_and_doubts() -> None:
    alone, quoted = Filters(holds=("a b",)), Filters(prefers=("a b",))
    assert not may_join(alone, {"a b"}, set())
    assert all([may_join(alone, {"a b"}, {"a b"}), may_join(alone, set(), set()), may_join(quoted, {"a b"}, set())])
    assert denied(alone, [unheld_note("a b")])
    assert not any([denied(quoted, [unheld_note("a b")]), denied(alone, [unheld_note("a b", "no document")])])


def test_a_note_stays_as_it_is_unless_another_corpus_holds_its_phrase() -> None:
    notes = ("something", unheld_note("a b"))
    assert told_of(notes, ()) == notes
    assert told_of(notes, {"a b"}) == ("something", unheld_note("a b", "no document"))
    assert said_in(("A b", "ays a", "c"), ["says a,\nB"]) == {"A b"}
