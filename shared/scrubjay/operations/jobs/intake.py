"""The intake of vectors that others computed: each is checked in form, some are computed again, all of a liar dropped.

A vector of 200 is made anew here, chosen after it came and by chance, so that nobody knows which.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from scrubjay.app import Workspace
from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.extensions.kinds.vectors import MOST_ASKED, VectorSource
from scrubjay.inference.embedding.states import TOKEN_BYTES, unpack
from scrubjay.inference.numeric import np
from scrubjay.inference.refused import RefusedSource, refuse_source, refused_sources
from scrubjay.knowledge.index.codes import LARGEST, as_codes, as_vectors
from scrubjay.knowledge.index.given import PendingDocument, askable, askable_count, drop_given, givers, mark_given
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.log import Log
from scrubjay.model.clock import Clock, iso
from scrubjay.model.counted import counted
from scrubjay.model.encoded import Encoded, Fingerprint
from scrubjay.model.frozen import dataclass
from scrubjay.model.given import GivenVectors
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

SAMPLED: Final = 200
"""One of so many vectors is made here again, and at least one of a run's first answer."""

LEAST: Final = 0.995
"""Cosine between a given vector and the one that is made here; that of what was quantised is .9995."""

LEAST_STATES: Final = 0.9
"""The mean cosine between given token states and those that are made here; a component has two bits."""

LEAST_NOTHING: Final = 10 * MOST_ASKED
"""Passages in a row of which a source has nothing before it isn't asked on: today's may be new to it."""

NEWEST: Final = 2**62
"""Beyond the id of any passage: where a walk through all of them begins."""

_log = Log(__name__)


@dataclass(frozen=True, slots=True)
class _Taken:
    """The passages that an answer has vectors for, and these as they are stored."""

    passages: tuple[PendingDocument, ...]
    encoded: Encoded


class VectorIntake:
    """Takes vectors from some sources into the knowledge of a project. Whoever gives a false one isn't asked again."""

    def __init__(
        self,
        home: Database,
        sources: Sequence[VectorSource],
        files: Callable[[], Iterable[Path]],
        clock: Clock,
        random: Random | None = None,
    ) -> None:
        """`home` keeps who is refused, `files` are the knowledge of all its projects; tests alone replace `random`."""
        self._home = home
        self._sources = tuple(sources)
        self._files = files
        self._clock = clock
        self._random = random or SystemRandom()

    def take(
        self, knowledge: Database, embedder: Embedder, stop: Callable[[], bool], stored: Callable[[], object]
    ) -> int:
        """Take what the sources have of the missing vectors of documents; returns how many.

        `stored` is called after each transaction, and then `stop`. Nobody's error ends a run: the rest is computed.
        Raises ModelUnavailable.
        """
        refused = {one.name for one in self._home.read(refused_sources)}
        for name in refused & knowledge.read(givers).keys():
            knowledge.write(partial(drop_given, source=name))
        taken = 0
        for source in self._sources:
            with closing(source):
                if source.name not in refused:
                    taken += self._take_of(source, knowledge, embedder, stop, stored)
        return taken

    def _take_of(
        self, source: VectorSource, knowledge: Database, embedder: Embedder, stop: Callable[[], bool],
        stored: Callable[[], object],
    ) -> int:  # fmt: skip
        """Ask one source for everything, page by page, until it has nothing of a fourth of it in a row."""
        index, before, count, nothing = VectorIndex(embedder.fingerprint), NEWEST, 0, 0
        whole = knowledge.read(lambda c: askable_count(c, index.number(c)))
        while asked := knowledge.read(partial(_pending, index, before)):
            before = asked[-1].id
            try:
                given = source.vectors(embedder.fingerprint, [one.key for one in asked])
            except ScrubjayError as error:
                _log.info("%s gives no vectors: %s", source.name, error)
                break
            if reason := objection(given, embedder.fingerprint, len(asked)):
                _log.warning("%s gives %s: nothing of it is taken", source.name, reason)
                break
            nothing = 0 if given.places else nothing + len(asked)
            if not given.places:
                if stop() or (nothing >= max(LEAST_NOTHING, whole / 4) and not source.whole):
                    break
                continue
            taken = _taken(given, asked, embedder.fingerprint.dim)
            if reason := self._differs(taken, embedder, first=not count):
                self._refuse(source.name, reason, knowledge)
                return 0
            knowledge.write(partial(_store, index, taken, embedder.fingerprint.key, source.name))
            count += len(taken.passages)
            stored()
            if stop():
                break
        return count

    def _differs(self, taken: _Taken, embedder: Embedder, *, first: bool) -> str:
        """Why what was given, or a sample of it, isn't what the model makes of the same texts; empty where it is."""
        none = np.flatnonzero(~taken.encoded.vectors.any(axis=1)).tolist()
        if any(embedder.holds(taken.passages[place].text) for place in none):
            return "no vector for a text that the model holds"
        chosen = [place for place in range(len(taken.passages)) if not self._random.randrange(SAMPLED)]
        if first and not chosen:
            chosen = [self._random.randrange(len(taken.passages))]
        if not chosen:
            return ""
        own = embedder.embed_passages([taken.passages[place].text for place in chosen])
        for place, vector, states in zip(chosen, own.vectors, own.states or (b"",) * len(chosen), strict=True):
            given = taken.encoded.vectors[place]
            cosine = float(given @ vector) if given.any() or vector.any() else 1.0
            if cosine < LEAST:
                return f"a vector whose cosine to this machine's own is {cosine:.3f}"
            if (alike := likeness(taken.encoded.states[place], states)) < LEAST_STATES:
                return f"token states whose cosine to this machine's own is {alike:.3f}"
        return ""

    def _refuse(self, name: str, reason: str, knowledge: Database) -> None:
        """Take nothing more of somebody, and drop what they gave: here, and in all projects of the home."""
        refused = RefusedSource(name, reason, iso(self._clock()))
        self._home.write(partial(refuse_source, refused=refused))
        dropped = knowledge.write(partial(drop_given, source=name))
        for file in self._files():
            if file != knowledge.path and file.is_file():
                try:
                    with Database(file, "knowledge") as other:
                        dropped += other.write(partial(drop_given, source=name))
                except ScrubjayError as error:  # the next run there drops them first
                    _log.warning("vectors of %s stay in %s for now: %s", name, file, error)
        _log.warning("%s gave %s: %s dropped, and it isn't asked again", name, reason, counted(dropped, "vector"))


def intake_of(workspace: Workspace, *sources: VectorSource) -> VectorIntake:
    """The intake of a worktree's project: from these sources, or without any from all that extensions provide."""
    sources = sources or tuple(one for make in workspace.provided("vector_source") for one in make(workspace))
    name = workspace.knowledge_database.path.name
    return VectorIntake(
        workspace.home_database, sources, lambda: [one.folder / name for one in workspace.projects()], workspace.clock
    )


def objection(given: GivenVectors, fingerprint: Fingerprint, asked: int) -> str:
    """What is wrong with the form of an answer about so many passages, in words; empty where nothing is."""
    places, states = given.places, given.states
    if given.fingerprint != fingerprint.key:
        return "vectors of another model"
    if any(a >= b for a, b in pairwise(places)) or not all(0 <= one < asked for one in places):
        return "passages twice, or others than were asked for"
    if len(given.codes) != len(places) * fingerprint.dim or len(states) != len(places):
        return "vectors of another size"
    if any(len(one) > fingerprint.max_tokens * TOKEN_BYTES or len(one) % TOKEN_BYTES for one in states):
        return "token states of another size"
    codes = np.frombuffer(given.codes, dtype=np.int8).reshape(len(places), fingerprint.dim)
    if places and not np.isin(np.abs(codes.astype(np.int16)).max(axis=1), (0, LARGEST)).all():
        return "vectors of another scale"
    return ""


def likeness(given: bytes, own: bytes) -> float:
    """The mean cosine of packed token states; 0 where there are another number of them, 1 for none at all."""
    if len(given) != len(own):
        return 0.0
    if not own:
        return 1.0
    ours, theirs = unpack(own), unpack(given)
    products = np.einsum("ij,ij->i", ours, theirs)
    return float((products / np.linalg.norm(ours, axis=1) / np.linalg.norm(theirs, axis=1)).mean())


def _pending(index: VectorIndex, before: int, connection: Connection) -> list[PendingDocument]:
    """The next page of what is asked for."""
    return askable(connection, index.number(connection), before, MOST_ASKED)


def _taken(given: GivenVectors, asked: Sequence[PendingDocument], dim: int) -> _Taken:
    """What an answer gives, beside the passages that it was asked about."""
    vectors = as_vectors(as_codes([given.codes], dim * len(given.places)).reshape(-1, dim))
    return _Taken(tuple(asked[place] for place in given.places), Encoded(vectors, given.states))


def _store(index: VectorIndex, taken: _Taken, key: str, source: str, connection: Connection) -> None:
    """Store vectors as somebody's; passages that went away meanwhile get none."""
    passages = [one.id for one in taken.passages]
    index.add(connection, passages, taken.encoded)
    index.trim(connection)
    mark_given(connection, key, passages, source)
