"""What a pasted text asks in sentences is looked up first, whatever stands around it; a question stays as typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.knowledge.retrieval.query import LOOKED_AT, SENTENCE, is_pasted, parse_query, prose_first, prose_of
from scrubjay.model.encoded import EncodedQuery
from scrubjay.storage.database import Database
from tests.fakes import HashingEmbedder
from tests.shared.shelf import Shelf

LOG = "\n".join(
    f"2026-02-{day:02}T09:00:00Z WARN [pool-{day}] evicted{day} key=0x{day:04x} took {day}ms" for day in range(1, 29)
)
CODE = "def total(rows):\n    total += row['price'] * row['count']\n    seen.add(row['id'])"
TABLE = "   name   v1  v2\n0  A      3   1.5\n1  B      4   2.5"
ASKED = "Which setting bounds the number of connections?"


@pytest.mark.parametrize("block", [LOG, CODE, TABLE], ids=["log", "code", "table"])
def test_the_sentence_that_asks_is_found_on_either_side_of_what_was_pasted(block: str) -> None:
    for text in (f"{block}\n\n{ASKED}", f"{ASKED}\n\n{block}"):
        assert prose_of(text) == ASKED
        assert prose_first(text) == f"{ASKED}\n{text}"


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        (f"It fails since Monday.\n{CODE}\n{ASKED}", f"It fails since Monday. {ASKED}"),
        (f"{TABLE}\nWie viele Verbindungen sind höchstens erlaubt?", "Wie viele Verbindungen sind höchstens erlaubt?"),
        (f"I've set \"limit\", it doesn't hold:\n{CODE}", "I've set \"limit\", it doesn't hold:"),
        (LOG, ""),
        ("Two lines of prose.\nNothing else stands here.", ""),
        ("which setting bounds the connections", ""),
    ],
)
def test_prose_is_what_is_written_for_a_reader_beside_what_is_not(text: str, prose: str) -> None:
    assert prose_of(text) == prose


def test_its_words_are_looked_up_before_those_of_a_long_log() -> None:
    assert len(parse_query(LOG).words) == LOOKED_AT
    assert {"setting", "bounds", "connections"} <= set(parse_query(f"{LOG}\n\n{ASKED}").words)


@given(st.text(max_size=400))
def test_nothing_of_a_text_is_lost_and_a_question_stays_as_it_is(text: str) -> None:
    first = prose_first(text)
    assert first.endswith(text)
    assert len(first) <= 2 * len(text) + 1
    assert is_pasted(text) or first == text
    assert is_pasted(text) == (len(text) > SENTENCE or "\n" in text.strip())


class ReadQueries(HashingEmbedder):
    """Keeps the queries that it was asked to embed."""

    def __init__(self) -> None:
        super().__init__()
        self.queries: list[str] = []

    def embed_query(self, text: str) -> EncodedQuery:
        """The same, kept."""
        self.queries.append(text)
        return super().embed_query(text)


def test_the_embedder_reads_the_question_behind_a_long_log_first(knowledge: Database) -> None:
    shelf = Shelf(knowledge, ReadQueries())
    shelf.put("pool.md", "The pool size bounds the number of connections.")
    shelf.embed()
    shelf.search(f"{LOG}\n\n{ASKED}")
    shelf.search(ASKED)
    assert isinstance(shelf.embedder, ReadQueries)
    assert [query.startswith(f"{ASKED}\n2026") for query in shelf.embedder.queries] == [True, False]
    assert shelf.embedder.queries[-1] == ASKED
