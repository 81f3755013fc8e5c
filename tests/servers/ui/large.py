"""The story's home, made large: as many further memories and passages as a page has to bear."""

import random
from collections.abc import Iterator

import numpy as np

from scrubjay.app import Workspace
from scrubjay.inference.numeric import normalised
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.writing import WriteContext, write
from scrubjay.model.clock import iso
from scrubjay.model.encoded import Encoded
from scrubjay.model.evidence import Act, EvidenceObject, Origin, ValidationResult, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked
from scrubjay.storage.driver import Connection
from tests.fakes import HashingEmbedder
from tests.servers.ui.rich import RichHome

THINGS = ("parcel", "label", "printer", "queue", "gate", "scale", "lift", "shelf", "batch", "pallet", "invoice")
ACTS = ("weighs", "prints", "retries", "holds", "counts", "moves", "checks", "drops", "sends", "keeps", "reads")
SECTIONS = 200
"""Of a page."""

AT_ONCE = 500
KINDS = ("fact", "decision", "procedure", "incident", "episode")


def sentences(seed: int) -> Iterator[str]:
    """Different sentences without an end, the same each time."""
    chance, number = random.Random(seed), 0
    while True:
        number += 1
        one, other, third = (chance.choice(THINGS) for _ in range(3))
        act, again = chance.choice(ACTS), chance.choice(ACTS)
        times = f"{chance.randrange(90)} times and {again} no {third} of lane {number * 7}"
        yield f"The {one} of hall {number} {act} the {other} {times}."


def enlarge(home: RichHome, memories: int, passages: int) -> tuple[int, int]:
    """Add them; returns how many memories and passages there are then."""
    words = sentences(1)
    files: dict[str, str | bytes] = {}
    for number in range(-(-passages // SECTIONS)):
        parts = (f"## Part {n}\n\n{' '.join(next(words) for _ in range(5))}\n" for n in range(min(SECTIONS, passages)))
        files[f"pages/part-{number % 20}/page-{number}.md"] = f"# Page {number}\n\n" + "\n".join(parts)
    home.repo.commit("Write many pages", files)
    with home.open() as app:
        at = app.workspace(home.repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
        _remember(home, at, memories)
        at.memories.index_missing()
        made = _add_vectors(at)
        at.briefer.prepare()
    return memories, made


def _remember(home: RichHome, at: Workspace, memories: int) -> None:
    """Write memories many at a time, as a person's, by a judgement that looks at nothing."""
    words, moment = sentences(2), iso(home.clock())
    texts = [next(words) for _ in range(memories)]

    def put(connection: Connection, place: WriteContext, start: int) -> None:
        for number, text in enumerate(texts[start : start + AT_ONCE], start):
            told = number % 3 == 0
            evidence = EvidenceObject(
                claim=text, capture_time=moment, source=Origin.PERSON if told else Origin.AGENT, source_id="ada",
                act=Act.TYPED if told else Act.NONE,
            )  # fmt: skip
            result = ValidationResult(
                verdict=Verdict.STORED, grade=Grade.TOLD if told else Grade.SAID, reason="benchmark",
                checks_passed=(), checks_failed=(), evidence=evidence,
            )  # fmt: skip
            request = RememberRequest(
                content=text, kind=KINDS[number % len(KINDS)], author="ada", tags=(THINGS[number % len(THINGS)],),
                origin=evidence.source, act=evidence.act, session=f"session-{number % 200}",
                agent="" if told else "codex",
            )  # fmt: skip
            assert not isinstance(write(connection, place, request, result, ()), Blocked)

    for start in range(0, memories, AT_ONCE):
        at.memories.writing("project", lambda c, p, s=start: put(c, p, s))  # type: ignore[misc]


def _add_vectors(at: Workspace) -> int:
    """A random vector for each passage that has none; returns how many."""
    fingerprint = HashingEmbedder().fingerprint
    index, chance, made = VectorIndex(fingerprint), np.random.default_rng(7), 0
    while pending := at.knowledge_database.read(lambda c: index.pending(c, 2048)):
        noise = chance.standard_normal((len(pending), fingerprint.dim)).astype(np.float32)
        vectors = normalised(noise, fingerprint.dim)
        at.knowledge_database.write(
            lambda c, p=pending, v=vectors: index.add(c, [number for number, _ in p], Encoded(v))  # type: ignore[misc]
        )
        made += len(pending)
    return made
