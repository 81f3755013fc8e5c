"""Which passages keep their token states when there are too many, and what the answer says of the rest."""

from scrubjay.knowledge.documents import store
from scrubjay.knowledge.index.vectors import VectorIndex
from tests.shared.shelf import Shelf


def kept(shelf: Shelf) -> set[str]:
    """The texts that still have their states."""
    rows = shelf.knowledge.read(
        lambda c: c.execute(
            "SELECT p.text FROM token_states AS t JOIN passage AS p ON p.id = t.passage_id ORDER BY p.id"
        ).fetchall()
    )
    return {row["text"] for row in rows}


def trim(shelf: Shelf, most: int) -> None:
    assert shelf.embedder is not None
    index = VectorIndex(shelf.embedder.fingerprint)
    shelf.knowledge.write(lambda c: index.trim(c, most))


def test_beginnings_and_decisions_keep_their_states_before_newer_middles(shelf: Shelf) -> None:
    shelf.put("adr.md", "parrots decided\n\nparrots because\n\nparrots so")
    shelf.put("old.md", "parrots begin\n\nparrots old middle")
    shelf.put("new.md", "parrots start\n\nparrots new middle")
    shelf.embed()
    record = {"path": "adr.md", "record": '{"title": "x"}', "parser": ""}
    shelf.knowledge.write(
        lambda c: c.execute(
            store.Q.add_decision,
            record | {"content": c.execute("SELECT content_id FROM passage WHERE text = 'parrots so'").fetchone()[0]},
        )
    )
    trim(shelf, 7)
    assert len(kept(shelf)) == 7
    trim(shelf, 6)
    assert kept(shelf) == {
        "parrots decided", "parrots because", "parrots so", "parrots begin", "parrots start", "parrots new middle",
    }  # fmt: skip
    trim(shelf, 4)
    assert kept(shelf) == {"parrots because", "parrots so", "parrots begin", "parrots start"}  # then the oldest


def test_what_lost_its_states_is_ranked_without_and_the_answer_says_so(shelf: Shelf) -> None:
    shelf.put("a.md", "grey parrots")
    shelf.put("b.md", "green parrots")
    shelf.embed()
    trim(shelf, 1)
    answer = shelf.search("grey parrots")
    assert answer.degraded == ("1 of 2 passages ranked without token states",)
    assert {hit.path: "reranker" in hit.scores for hit in answer.hits} == {"a.md": False, "b.md": True}
