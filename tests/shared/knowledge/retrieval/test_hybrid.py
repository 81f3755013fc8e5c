"""Searching by words and meaning within a view."""

from collections.abc import Sequence

import pytest

from scrubjay.errors import ModelUnavailable, UsageError
from scrubjay.inference.reranking import RerankCandidate
from scrubjay.knowledge.retrieval.hybrid import HybridRetriever, SearchRequest
from scrubjay.knowledge.retrieval.scope import Filters
from scrubjay.model.encoded import Encoded, EncodedQuery
from scrubjay.storage.database import Database
from tests.fakes import HashingEmbedder
from tests.shared.shelf import Shelf


class BrokenEmbedder:
    """Knows its fingerprint, but its weights are gone."""

    fingerprint = HashingEmbedder().fingerprint

    def holds(self, text: str) -> bool:
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        raise ModelUnavailable("the weights are gone")

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        raise ModelUnavailable("the weights are gone")


class ShortestFirst:
    """A reranker that likes short passages."""

    name = "shortest"

    wants_text = True

    def score(self, query: str, encoded: EncodedQuery | None, candidates: Sequence[RerankCandidate]) -> Sequence[float]:
        return [-float(len(candidate.text)) for candidate in candidates]


def test_words_find_a_passage_with_its_source(shelf: Shelf) -> None:
    shelf.put("docs/cache.md", "Intro text\n\nThe cache is written through", title="Caching")
    shelf.put("docs/other.md", "Nothing of the kind")
    shelf.embed()
    result = shelf.search("written through cache")
    best = result.hits[0]
    assert (best.path, best.start_line, best.title) == ("docs/cache.md", 2, "Caching")
    assert best.ranks["bm25"] == 1
    assert set(best.scores) == {"bm25", "vector", "reranker"}
    assert result.degraded == ()
    assert result.embedded == 1.0
    assert result.recipe == "balanced"


def test_the_same_search_gives_the_same_answer(shelf: Shelf) -> None:
    for n in range(20):
        shelf.put(f"d{n}.md", "the same words in every file")
    shelf.embed()
    first = shelf.search("same words", limit=20).hits
    assert shelf.search("same words", limit=20).hits == first
    assert [hit.passage for hit in first] == sorted((hit.passage for hit in first), reverse=True)


def test_what_the_view_does_not_show_takes_no_place(shelf: Shelf) -> None:
    for n in range(150):
        shelf.put(f"branch/d{n}.md", f"rocket engine rocket engine {n}")
    mine = shelf.put("mine.md", "a rocket, mentioned once in a longer text about other things")
    shelf.embed()
    result = shelf.search("rocket engine", view=shelf.view([mine]))
    assert [hit.path for hit in result.hits] == ["mine.md"]


def test_an_old_version_is_found_only_in_its_own_view(shelf: Shelf) -> None:
    old = shelf.put("a.md", "the timeout is thirty seconds")
    new = shelf.put("a.md", "the timeout is ninety seconds")
    shelf.embed()
    assert shelf.search("timeout", view=shelf.view([old])).hits[0].text.endswith("thirty seconds")
    assert shelf.search("timeout", view=shelf.view([new])).hits[0].text.endswith("ninety seconds")
    assert len(shelf.search("timeout", view=shelf.view([new])).hits) == 1


def test_an_empty_view_finds_nothing(shelf: Shelf) -> None:
    shelf.put("a.md", "text")
    shelf.embed()
    assert shelf.search("text", view=shelf.view([])).hits == ()


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("docs", {"docs/a.md", "docs/deep/b.md"}),
        ("docs/", {"docs/a.md", "docs/deep/b.md"}),
        ("docs/a.md", {"docs/a.md"}),
        ("**/b.md", {"docs/deep/b.md"}),
        ("docs/*.md", {"docs/a.md"}),
        ("doc", set()),
        ("%", set()),
        ("*", {"docsy.md"}),
        ("DOCS/?.md", {"docs/a.md"}),
        ("**", {"docs/a.md", "docs/deep/b.md", "docsy.md"}),
    ],
)
def test_a_path_narrows_the_search(shelf: Shelf, path: str, expected: set[str]) -> None:
    for name in ("docs/a.md", "docs/deep/b.md", "docsy.md"):
        shelf.put(name, f"word in {name}")
    shelf.embed()
    assert set(shelf.paths("word", filters=Filters(path=path))) == expected


def test_a_document_that_the_query_names_comes_first(shelf: Shelf) -> None:
    for n in range(30):
        shelf.put(f"notes/n{n}.md", "as ADR-003 says, storage is SQLite; ADR-003 storage storage")
    shelf.put("docs/adr/0003-use-sqlite.md", "Storage\n\nIt is settled")
    shelf.embed()
    assert shelf.paths("ADR-003 storage")[0] == "docs/adr/0003-use-sqlite.md"
    assert shelf.paths("what does docs/adr/0003-use-sqlite.md say on storage")[0] == "docs/adr/0003-use-sqlite.md"


def test_one_document_takes_at_most_two_places(shelf: Shelf) -> None:
    shelf.put("long.md", "\n\n".join(f"parrot {n}" for n in range(20)))
    shelf.put("short.md", "one parrot among many other birds of the forest")
    shelf.embed()
    result = shelf.search("parrot")
    assert [hit.path for hit in result.hits].count("long.md") == 2
    assert "short.md" in [hit.path for hit in result.hits]


def test_a_superseded_decision_stands_below_its_successor(shelf: Shelf) -> None:
    shelf.put("adr/1.md", "tokens expire after tokens expire")
    shelf.put("adr/2.md", "tokens live long")
    shelf.embed()
    assert shelf.paths("tokens expire")[0] == "adr/1.md"
    assert shelf.paths("tokens expire", superseded_by={"adr/1.md": ("adr/2.md",)}) == ["adr/2.md", "adr/1.md"]


def test_a_successor_that_no_arm_found_is_shown_above_what_it_replaces(words_only: Shelf) -> None:
    words_only.put("adr/1.md", "tokens expire")
    words_only.put("adr/2.md", "sessions are kept\n\nmore")
    words_only.put("other.md", "tokens elsewhere")
    found = words_only.search("tokens expire", superseded_by={"adr/1.md": ("adr/2.md",)}).hits
    assert [hit.path for hit in found] == ["adr/2.md", "adr/1.md", "other.md"]
    assert found[0].text == "sessions are kept"


def test_a_successor_outside_the_scope_is_not_shown(words_only: Shelf) -> None:
    words_only.put("old/1.md", "tokens expire")
    words_only.put("new/2.md", "sessions are kept")
    asked = {"filters": Filters(path="old"), "superseded_by": {"old/1.md": ("new/2.md",)}}
    assert words_only.paths("tokens expire", **asked) == ["old/1.md"]


def test_a_renamed_document_is_found_by_its_new_path(shelf: Shelf) -> None:
    shelf.put("old-name.md", "text")
    file = shelf.put("billing/invoices.md", "plain")
    shelf.embed()
    assert shelf.paths("invoices")[0] == "billing/invoices.md"
    assert shelf.paths("invoices", view=shelf.view([file])) == ["billing/invoices.md"]


def test_without_an_embedder_the_answer_says_so(words_only: Shelf) -> None:
    words_only.put("a.md", "some text")
    result = words_only.search("text")
    assert [hit.path for hit in result.hits] == ["a.md"]
    assert result.degraded == ("keyword only: embedding is switched off",)
    assert result.embedded == 0.0


def test_before_anything_is_embedded_the_answer_says_so_without_loading_the_model(knowledge: Database) -> None:
    shelf = Shelf(knowledge, BrokenEmbedder())
    shelf.put("a.md", "some text")
    result = shelf.search("text")
    assert [hit.path for hit in result.hits] == ["a.md"]
    assert result.degraded == ("keyword only: nothing of this is embedded yet",)


def test_a_model_that_cannot_be_loaded_is_named_and_words_still_answer(shelf: Shelf) -> None:
    shelf.put("a.md", "some text")
    shelf.embed()
    broken = HybridRetriever(shelf.knowledge, shelf.visible, BrokenEmbedder())
    result = broken.search(SearchRequest(query="text", view=shelf.view()))
    assert [hit.path for hit in result.hits] == ["a.md"]
    assert result.degraded == ("keyword only: the weights are gone",)


def test_a_partly_embedded_view_says_how_many_passages_of_which_corpus(shelf: Shelf) -> None:
    shelf.put("a.md", "\n\n".join(f"text {n}" for n in range(8)))
    shelf.embed(limit=2)
    result = shelf.search("text")
    assert result.embedded == 0.25
    assert result.degraded == ("documents 2 of 8 passages embedded; the rest is found by keyword only",)


def test_a_nearly_complete_view_is_never_rounded_to_complete(shelf: Shelf) -> None:
    shelf.put("a.md", "\n\n".join(f"text {n}" for n in range(1000)))
    shelf.embed(limit=999)
    said = "documents 999 of 1,000 passages embedded; the rest is found by keyword only"
    assert shelf.search("text").degraded == (said,)


def test_a_complete_share_is_counted_again_when_contents_change(shelf: Shelf) -> None:
    shelf.put("a.md", "text")
    shelf.embed()
    view = shelf.view()
    assert shelf.search("text", view=view).embedded == 1.0
    assert shelf.search("text", view=view).embedded == 1.0
    shelf.put("b.md", "more text")
    assert shelf.search("text").embedded == 0.5
    assert shelf.search("text", view=view).embedded == 1.0


def test_the_share_counts_only_what_is_searched(shelf: Shelf) -> None:
    shelf.put("a.md", "old text")
    file = shelf.put("b.md", "new text")
    shelf.embed(limit=1)
    assert shelf.search("text", view=shelf.view([file])).embedded == 1.0


def test_a_view_without_passages_lacks_no_vector(shelf: Shelf) -> None:
    shelf.put("a.md", "text of another branch")
    result = shelf.search("text", view=shelf.view([]))
    assert (result.hits, result.degraded, result.embedded) == ((), (), 1.0)


def test_the_keyword_recipe_runs_no_model(shelf: Shelf) -> None:
    shelf.put("a.md", "some text")
    shelf.embed()
    quiet = HybridRetriever(shelf.knowledge, shelf.visible, BrokenEmbedder())
    result = quiet.search(SearchRequest(query="text", view=shelf.view(), recipe="keyword"))
    assert result.degraded == ()
    assert set(result.hits[0].scores) == {"bm25"}


def test_an_unknown_recipe_names_those_that_exist(shelf: Shelf) -> None:
    with pytest.raises(UsageError, match="balanced, code, concepts"):
        shelf.search("text", recipe="best")


@pytest.mark.parametrize("query", ["", "  ", "?!", '"', "\0", "🚀"])
def test_a_query_without_words_is_no_error_and_finds_nothing(shelf: Shelf, query: str) -> None:
    shelf.put("a.md", "some text")
    shelf.embed()
    result = shelf.search(query)
    assert "no words to look up" in result.degraded
    assert result.hits == ()


def test_a_hostile_query_or_path_is_no_error(shelf: Shelf) -> None:
    shelf.put("a.md", "some text")
    shelf.embed()
    for text in ('"', "a\0b", "\ud800", "'; DROP TABLE passage; --", "x" * 100_000):
        shelf.search(text)
        shelf.search("text", filters=Filters(path=text))


def test_a_reranker_has_the_last_word_and_is_seen_in_the_scores(shelf: Shelf) -> None:
    shelf.put("long.md", "parrot parrot parrot parrot and so on for a while")
    shelf.put("short.md", "parrot")
    shelf.embed()
    retriever = HybridRetriever(shelf.knowledge, shelf.visible, shelf.embedder, reranker=ShortestFirst())
    best, second = retriever.search(SearchRequest(query="parrot", view=shelf.view())).hits
    assert (best.path, best.ranks["reranker"]) == ("short.md", 1)
    assert best.scores["reranker"] > second.scores["reranker"]
    assert second.ranks["reranker"] == 2


def test_the_limit_is_kept_whatever_is_asked(shelf: Shelf) -> None:
    for n in range(120):
        shelf.put(f"d{n}.md", f"word {n}")
    shelf.embed()
    assert len(shelf.search("word", limit=3).hits) == 3
    assert len(shelf.search("word", limit=0).hits) == 1
    assert len(shelf.search("word", limit=10**9).hits) == 100


def test_a_pasted_text_full_of_words_that_stand_nowhere_is_found_by_the_others(shelf: Shelf) -> None:
    shelf.put("parrot.md", "How parrots are counted")
    shelf.put("other.md", "Nothing of the kind")
    nowhere = " ".join(f"unheard{letter}" for letter in "abcdefghijkl")
    assert shelf.paths(f"counted parrots {nowhere}", recipe="keyword") == ["parrot.md"]


def test_the_steps_say_which_arm_or_stage_was_left_out_and_why(shelf: Shelf, words_only: Shelf) -> None:
    shelf.put("a.md", "the parrot was counted")
    shelf.embed()
    assert shelf.search("parrot").steps[2] == "reranked by late interaction"
    assert shelf.search("parrot", recipe="fast").steps[2] == "not reranked: recipe fast"
    assert shelf.search("parrot", recipe="keyword").steps == (
        "bm25 alone: not fused, not reranked", "no passages by vector: recipe keyword asks none",
    )  # fmt: skip
    assert shelf.search("zebra").steps[-1] == "no passages by keyword: none holds its words"
    assert shelf.search("parrot", weights={"bm25": 0.0}).steps[-1] == "no passages by keyword: it has no weight"
    words_only.put("a.md", "the parrot was counted")
    assert words_only.search("parrot").steps[-1].startswith("no passages by vector: keyword only: embedding is")
