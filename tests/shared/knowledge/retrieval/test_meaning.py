"""The model may begin with a question before what it is asked of is known; it reads each question once."""

from scrubjay.model.encoded import EncodedQuery
from scrubjay.storage.database import Database
from tests.fakes import HashingEmbedder
from tests.shared.shelf import Shelf


class CountingEmbedder(HashingEmbedder):
    """Tells which questions it read."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def embed_query(self, text: str) -> EncodedQuery:
        self.asked.append(text)
        return super().embed_query(text)


def test_the_model_begins_ahead_where_the_last_search_met_vectors_and_reads_a_question_once(
    knowledge: Database,
) -> None:
    model = CountingEmbedder()
    shelf = Shelf(knowledge, model)
    shelf.put("docs/cache.md", "The cache is written through")
    shelf.retriever.ahead("nobody searched yet", "balanced")
    assert shelf.search("what writes the cache").degraded
    shelf.retriever.ahead("nothing has a vector", "balanced")
    assert model.asked == []
    shelf.embed()
    assert not shelf.search("what writes it").degraded
    shelf.retriever.ahead("no vector is asked", "keyword")
    shelf.retriever.ahead("no recipe is called so", "quick")
    shelf.retriever.ahead("how is the cache written", "balanced")
    assert [hit.path for hit in shelf.search("how is the cache written").hits] == ["docs/cache.md"]
    assert model.asked == ["what writes it", "how is the cache written"]


def test_what_was_typed_begins_unless_operators_narrow_it(knowledge: Database) -> None:
    model = CountingEmbedder()
    shelf = Shelf(knowledge, model)
    shelf.put("docs/cache.md", "The cache is written through")
    shelf.embed()
    assert not shelf.search("what writes it").degraded
    shelf.retriever.begin("path:docs how is it written")
    shelf.retriever.begin("how is the cache written")
    assert shelf.search("how is the cache written").hits
    assert model.asked == ["what writes it", "how is the cache written"]
