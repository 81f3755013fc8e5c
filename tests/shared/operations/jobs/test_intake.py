"""Vectors that others computed: what is taken, what a liar's are worth, and what nobody is asked for."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import numpy as np
import pytest

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.vectors import MOST_ASKED
from scrubjay.inference.refused import accept_sources, refused_sources
from scrubjay.knowledge.chunking import Chunk
from scrubjay.knowledge.index import store
from scrubjay.knowledge.index.codes import quantise
from scrubjay.knowledge.index.given import givers
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.model.encoded import Encoded, Fingerprint
from scrubjay.model.frozen import replace
from scrubjay.model.given import GivenVectors, PassageKey, passage_hash
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.operations.jobs.intake import VectorIntake, objection
from scrubjay.storage.database import Database
from tests.fakes import HashingEmbedder
from tests.shared.operations.jobs.test_embed import put
from tests.shared.shelf import hash_of

pytestmark = pytest.mark.story

EMBEDDER = HashingEmbedder()
NAME = "team acme"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
Spoil = Callable[[GivenVectors], GivenVectors]


@pytest.fixture
def knowledge(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "one" / "knowledge.db", "knowledge") as opened:
        yield opened


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Database]:
    with Database(tmp_path / "home.db", "home") as opened:
        yield opened


class CountingEmbedder(HashingEmbedder):
    """Notes the texts that it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        self.texts += texts
        return super().embed_passages(texts)


class Shelf:
    """A source that has the vectors of some texts, and may spoil its answers."""

    whole = False

    def __init__(self, texts: Sequence[str], spoil: Spoil = lambda given: given) -> None:
        self.name = NAME
        self.asked: list[list[PassageKey]] = []
        self.closed = False
        self._texts = {passage_hash(text): text for text in texts}
        self._spoil = spoil

    def vectors(self, fingerprint: Fingerprint, wanted: Sequence[PassageKey]) -> GivenVectors:
        self.asked.append(list(wanted))
        places = tuple(place for place, key in enumerate(wanted) if key.hash in self._texts)
        encoded = EMBEDDER.embed_passages([self._texts[wanted[place].hash] for place in places])
        codes = quantise(encoded.vectors).tobytes() if places else b""
        found = GivenVectors(fingerprint.key, places, codes, encoded.states)
        return self._spoil(found) if places or not self._texts else found

    def close(self) -> None:
        self.closed = True


class Away(Shelf):
    """A source that can't be reached."""

    def vectors(self, fingerprint: Fingerprint, wanted: Sequence[PassageKey]) -> GivenVectors:
        raise ScrubjayError("no connection")


def shelve(database: Database, passages: int) -> None:
    """Index a document of so many passages, each with a text of its own."""
    content = store.Content(
        blob=hash_of("page"), format="markdown", chunker="chunker", title="page", text="page", size=1, masked=0,
        read_at="2026-03-01T12:00:00Z", commit="", changed_at="", changed_commit="",
    )  # fmt: skip
    chunks = tuple(Chunk(n, (), n + 1, n + 1, f"text number {n}", 2) for n in range(passages))
    database.write(lambda c: store.add(c, content, chunks))


def intake(home: Database, *sources: Shelf, seed: int = 1, files: Sequence[Path] = ()) -> VectorIntake:
    return VectorIntake(home, sources, lambda: files, lambda: NOW, Random(seed))


def run(knowledge: Database, intake: VectorIntake) -> tuple[int, int, list[str]]:
    """How many vectors were computed and taken, and the texts that the model read."""
    embedder = CountingEmbedder()
    done = embed_pending(knowledge, embedder, stop=lambda: False, intake=intake)
    assert done.missing == 0
    return done.computed, done.taken, embedder.texts


def stored(knowledge: Database) -> dict[int, bytes]:
    return knowledge.read(lambda c: {row[0]: row[1] for row in c.execute("SELECT passage_id, vector FROM embedding")})


def texts_of(knowledge: Database) -> list[str]:
    index = VectorIndex(EMBEDDER.fingerprint)
    return [text for _, text in knowledge.read(lambda c: index.pending(c, 10_000))]


def test_what_a_source_has_is_taken_and_only_the_rest_computed(knowledge: Database, home: Database) -> None:
    shelve(knowledge, 60)
    known = texts_of(knowledge)[:40]
    source = Shelf(known)
    computed, taken, read = run(knowledge, intake(home, source))
    assert (computed, taken) == (20, 40)
    assert 20 < len(read) < 30  # the rest, and a sample of what was given
    assert knowledge.read(givers) == {NAME: 40}
    assert source.closed


def test_vectors_are_the_same_as_without_a_source(knowledge: Database, home: Database, tmp_path: Path) -> None:
    with Database(tmp_path / "two" / "knowledge.db", "knowledge") as other:
        for n in range(20):
            assert put(knowledge, f"page{n}", "rst", 3) == put(other, f"page{n}", "rst", 3)
        run(knowledge, intake(home, Shelf(texts_of(knowledge))))
        run(other, intake(home))
        assert stored(knowledge) == stored(other)


def test_only_passages_of_documents_are_asked_for(knowledge: Database, home: Database) -> None:
    for format in ("memory", "commit", "code:python", "issue", "pull_request", "sourced:acme:wiki"):
        put(knowledge, f"own {format}", format)
    put(knowledge, "page", "markdown")
    source = Shelf([])
    run(knowledge, intake(home, source))
    assert [len(keys) for keys in source.asked] == [1]


def test_a_source_that_lacks_the_newest_passages_is_asked_for_the_others(knowledge: Database, home: Database) -> None:
    shelve(knowledge, MOST_ASKED + 100)
    oldest = knowledge.read(lambda c: [row[0] for row in c.execute("SELECT text FROM passage ORDER BY id LIMIT 100")])
    source = Shelf([text for text in texts_of(knowledge) if any(text.endswith(one) for one in oldest)])
    assert run(knowledge, intake(home, source))[:2] == (MOST_ASKED, 100)


@pytest.mark.parametrize(("passages", "pages"), [(6_000, 10), (24_000, 12)])
def test_a_source_that_has_nothing_of_a_fourth_is_asked_no_more(
    knowledge: Database, home: Database, passages: int, pages: int
) -> None:
    shelve(knowledge, passages)
    source = Shelf([])
    assert intake(home, source).take(knowledge, EMBEDDER, lambda: False, lambda: None) == 0
    assert [len(keys) for keys in source.asked] == [MOST_ASKED] * pages


def test_a_source_on_this_machine_is_asked_to_the_end(knowledge: Database, home: Database) -> None:
    shelve(knowledge, 2 * MOST_ASKED)
    source = Shelf(texts_of(knowledge)[-1:])
    source.whole = True
    assert run(knowledge, intake(home, source))[1] == 1
    assert [len(keys) for keys in source.asked] == [MOST_ASKED, MOST_ASKED]


def test_a_source_that_is_away_costs_nothing_but_its_vectors(knowledge: Database, home: Database) -> None:
    put(knowledge, "page", "markdown", 5)
    assert run(knowledge, intake(home, Away([])))[:2] == (5, 0)


def spoiled_codes(every: int) -> Spoil:
    """Answers in which one vector of so many is another text's."""

    def spoil(given: GivenVectors) -> GivenVectors:
        codes = np.frombuffer(given.codes, dtype=np.int8).reshape(len(given.places), -1).copy()
        codes[::every] = quantise(EMBEDDER.embed_passages(["quite another text"]).vectors)
        return replace(given, codes=codes.tobytes())

    return spoil


def swapped(given: GivenVectors) -> GivenVectors:
    codes = np.frombuffer(given.codes, dtype=np.int8).reshape(len(given.places), -1)
    return replace(given, codes=codes[::-1].tobytes(), states=given.states[::-1])


def without_states(given: GivenVectors) -> GivenVectors:
    return replace(given, states=(b"",) * len(given.places))


def zeros(given: GivenVectors) -> GivenVectors:
    return replace(given, codes=bytes(len(given.codes)))


@pytest.mark.parametrize("spoil", [spoiled_codes(3), spoiled_codes(1), swapped, without_states, zeros])
def test_all_of_a_liar_is_dropped_and_it_is_asked_no_more(knowledge: Database, home: Database, spoil: Spoil) -> None:
    shelve(knowledge, 2000)
    source = Shelf(texts_of(knowledge), spoil)
    assert run(knowledge, intake(home, source))[:2] == (2000, 0)
    assert knowledge.read(givers) == {}
    (refused,) = home.read(refused_sources)
    assert refused.name == NAME
    asked = len(source.asked)
    put(knowledge, "later", "markdown")
    assert run(knowledge, intake(home, source))[:2] == (1, 0)
    assert len(source.asked) == asked
    home.write(accept_sources)
    put(knowledge, "after that", "markdown")
    run(knowledge, intake(home, source))
    assert len(source.asked) == asked + 1


def test_what_a_liar_gave_to_other_projects_is_dropped_there_too(
    knowledge: Database, home: Database, tmp_path: Path
) -> None:
    with Database(tmp_path / "two" / "knowledge.db", "knowledge") as other:
        put(other, "page", "markdown", 3)
        run(other, intake(home, Shelf(texts_of(other))))
        assert other.read(givers) == {NAME: 3}
        put(knowledge, "page", "markdown", 3)
        files = (knowledge.path, other.path, tmp_path / "none" / "knowledge.db")
        run(knowledge, intake(home, Shelf(texts_of(knowledge), spoiled_codes(1)), files=files))
        assert other.read(givers) == {}
        assert stored(other) == {}


GOOD = GivenVectors(
    EMBEDDER.fingerprint.key, (0, 2), quantise(EMBEDDER.embed_passages(["one", "two"]).vectors).tobytes(), (b"", b"")
)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (replace(GOOD, fingerprint="0" * 16), "another model"),
        (replace(GOOD, places=(0, 0)), "twice"),
        (replace(GOOD, places=(2, 0)), "twice"),
        (replace(GOOD, places=(0, 3)), "others than were asked for"),
        (replace(GOOD, places=(-1, 2)), "others than were asked for"),
        (replace(GOOD, codes=GOOD.codes[1:]), "another size"),
        (replace(GOOD, codes=GOOD.codes * 2), "another size"),
        (replace(GOOD, states=(b"",)), "another size"),
        (replace(GOOD, states=(b"", b"x")), "token states of another size"),
        (replace(GOOD, states=(b"", bytes(24 * 257))), "token states of another size"),
        (replace(GOOD, codes=b"\x01" * 768), "another scale"),
        (replace(GOOD, codes=b"\x80" + GOOD.codes[1:]), "another scale"),
    ],
)
def test_an_answer_of_another_form_is_not_taken(
    knowledge: Database, home: Database, bad: GivenVectors, words: str
) -> None:
    assert words in objection(bad, EMBEDDER.fingerprint, 3)
    assert objection(GOOD, EMBEDDER.fingerprint, 3) == ""
    put(knowledge, "page", "markdown", 3)
    assert run(knowledge, intake(home, Shelf([], lambda given: bad)))[:2] == (3, 0)
    assert home.read(refused_sources) == ()


@pytest.mark.parametrize("seed", range(20))
def test_one_vector_of_a_run_is_always_computed_again(knowledge: Database, home: Database, seed: int) -> None:
    put(knowledge, "page", "markdown", 1)
    assert run(knowledge, intake(home, Shelf(texts_of(knowledge), spoiled_codes(1)), seed=seed))[:2] == (1, 0)
