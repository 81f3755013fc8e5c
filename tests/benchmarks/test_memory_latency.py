"""How long does it take to judge a claim among 100,000 memories? A table by what the claim names.

pytest tests/benchmarks/test_memory_latency.py -m benchmark -s --data FOLDER [--memories 100000]
"""

import itertools
import os
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.inference.numeric import normalised
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.writing import WriteContext, write
from scrubjay.model.clock import iso
from scrubjay.model.encoded import Encoded
from scrubjay.model.evidence import Act, EvidenceObject, Origin, ValidationResult, Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Blocked
from scrubjay.settings.layers import load_settings
from scrubjay.storage.driver import Connection
from scrubjay.text.sentences import sentences
from tests.benchmarks.figures import pages, show
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark

PAGES = 11_000
AT_ONCE = 500
CLAIMS = 60
"""Of each form."""

ADR = "# {n}. Use {word} for {what}\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use {word} for {what}.\n"


def lines(data: Path) -> Iterator[str]:
    """Different sentences of real pages, 6 to 40 words each; their order is the pages'."""
    seen: set[str] = set()
    for page in pages(data, PAGES):
        for sentence in sentences(page):
            text = " ".join(sentence.split())
            if 6 <= len(re.findall(r"\w+", text)) <= 40 and text.lower() not in seen:
                seen.add(text.lower())
                yield text


def fill(at: Workspace, texts: list[str], clock: Callable[[], datetime]) -> None:
    """Write memories through the store, many in one transaction, as a person's by a judgement that looks at nothing."""

    def put(connection: Connection, place: WriteContext, some: list[str]) -> None:
        for text in some:
            evidence = EvidenceObject(
                claim=text, capture_time=iso(clock()), source=Origin.PERSON, source_id="ada", act=Act.TYPED
            )
            result = ValidationResult(
                verdict=Verdict.STORED,
                grade=Grade.TOLD,
                reason="benchmark",
                checks_passed=(),
                checks_failed=(),
                evidence=evidence,
            )
            request = RememberRequest(content=text, kind="fact", author="ada", origin=Origin.PERSON, act=Act.TYPED)
            assert not isinstance(write(connection, place, request, result, ()), Blocked)

    for start in range(0, len(texts), AT_ONCE):
        at.memories.writing("project", lambda c, p, s=start: put(c, p, texts[s : s + AT_ONCE]))  # type: ignore[misc]


def add_vectors(at: Workspace) -> int:
    """Give every passage a random vector: comparing costs the same, and none comes near a claim by chance."""
    index, chance, made = VectorIndex(OnnxEmbedder().fingerprint), np.random.default_rng(7), 0
    while pending := at.knowledge_database.read(lambda c: index.pending(c, 2048)):
        vectors = normalised(chance.standard_normal((len(pending), 384)).astype(np.float32), 384)
        at.knowledge_database.write(
            lambda c, p=pending, v=vectors: index.add(c, [number for number, _ in p], Encoded(v))  # type: ignore[misc]
        )
        made += len(pending)
    return made


def claims(known: list[str], fresh: list[str], commit: str) -> dict[str, list[RememberRequest]]:
    """Claims by what they name; `known` are remembered already."""

    def asked(some: list[str], form: str = "{}", kind: str = "fact", scope: str = "project") -> list[RememberRequest]:
        return [
            RememberRequest(content=form.format(text), kind=kind, scope=scope, author="agent") for text in some[:CLAIMS]
        ]

    return {
        "a repetition": asked(known),
        "a word changed": asked([re.sub(r"\w+$", "lanterns", text.rstrip(".")) for text in known]),
        "no source": asked(fresh),
        "a decision": asked(fresh, "Per ADR-7, {}"),
        "a commit": asked(fresh, f"As of commit {commit[:10]}: {{}}"),
        "a file and line": asked(fresh, "{} (docs/page7.md:3)"),
        "three sources": asked(fresh, f"Per ADR-7, in docs/page7.md and commit {commit[:10]}: {{}}"),
        "other sources each": [
            RememberRequest(
                content=f"Per ADR-{n % 40 + 1}, in docs/page{n * 7 % 300}.md and commit {commit[:10]}: {text}",
                kind="fact",
                scope="project",
                author="agent",
            )
            for n, text in enumerate(fresh[CLAIMS : 2 * CLAIMS])
        ],
        "a preference": asked(fresh, "I prefer this: {}", kind="preference", scope="user"),
        "1,000 characters": asked([" ".join(fresh[n : n + 30])[:1000] for n in range(CLAIMS)]),
        "another figure": asked([re.sub(r"\d+", "977", text, count=1) for text in known if re.search(r"\d", text)]),
    }


def timed(act: Callable[[RememberRequest], object], asked: list[RememberRequest]) -> tuple[list[float], list[float]]:
    """Wall and CPU milliseconds, git's processes included, of each claim that is judged, or judged and written."""
    walls, cpus = [], []
    for request in asked:
        wall, cpu, waited = time.perf_counter(), time.process_time(), os.times()
        act(request)
        ended = os.times()
        children = ended.children_user + ended.children_system - waited.children_user - waited.children_system
        walls.append((time.perf_counter() - wall) * 1000)
        cpus.append((time.process_time() - cpu + children) * 1000)
    return walls, cpus


def test_a_claim_is_judged_in_time(
    repo: Repo, environment: dict[str, str], data: Path, clock: Callable[[], datetime], memories: int
) -> None:
    texts = list(itertools.islice(lines(data), memories + 3 * CLAIMS * 30))
    known, fresh = texts[:memories], texts[memories:]
    random.Random(1).shuffle(fresh)
    files: dict[str, str | bytes] = {f"docs/page{n}.md": page for n, page in enumerate(pages(data, 300))}
    words = [re.findall(r"[a-z]{5,}", text) for text in fresh]
    for n, some in zip(range(1, 41), (one for one in words if len(one) > 3), strict=False):
        files[f"docs/adr/{n:04}-record.md"] = ADR.format(n=n, word=some[0].title(), what=" ".join(some[1:4]))
    commit = repo.commit("pages", files)
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="benchmark")
        fill(at, known, clock)
        passages = add_vectors(at)
        forms = claims(random.Random(2).sample(known, min(CLAIMS, len(known))), fresh, commit)
        timed(at.memories.judge, forms["three sources"][:5])
        load = os.getloadavg()[0]
        every: tuple[list[float], list[float]] = ([], [])
        for name, asked in forms.items():
            walls, cpus = timed(at.memories.judge, asked)
            every[0].extend(walls)
            every[1].extend(cpus)
            _show(name, f"{len(asked)} claims, {len(known):,} memories", walls, cpus)
        _show("all", f"{passages:,} passages, load {load:.1f}", *every)
        for name in ("no source", "three sources", "other sources each", "another figure"):
            _show(f"{name}, kept", "judged and written", *timed(at.memories.remember, forms[name]))
        walls, cpus = [], []
        for number, request in enumerate(forms["a decision"]):
            fill(at, [f"Lantern {number} hangs at the door of shed {number * 7}."], clock)
            one = timed(at.memories.judge, [request])
            walls, cpus = walls + one[0], cpus + one[1]
        _show("just after a write", "a decision", walls, cpus)


def _show(name: str, given: str, walls: list[float], cpus: list[float]) -> None:
    wall, cpu = (
        f"{statistics.median(some):.1f} ({statistics.quantiles(some, n=20)[-1]:.1f})" for some in (walls, cpus)
    )
    show(f"judged: {name}", f"{given}; p50 (p95)", f"{wall} ms", f"CPU {cpu}; 25 ms p95, 40 with three")
