"""What of a server's answer is shown: what was asked for, and nothing else."""

import pytest

from scrubjay.model.far import FarAnswer, FarHit, FarRequest
from scrubjay_joined.answers import asked_for

HITS = tuple(
    FarHit(kind=kind, title="T", text="t", path=path, repository=repository)
    for kind, path, repository in [
        ("document", "docs/a.md", "shop"),
        ("code", "docs/b.py", "shop"),
        ("code", "src/a.py", "shop"),
        ("code", "docs/c.py", "other"),
        ("memory", "docs/d.md", "shop"),
    ]
)
MEMORY = FarHit(kind="memory", title="T", text="t", id="a" * 32)


@pytest.mark.parametrize(
    ("request_", "paths", "memories"),
    [
        (FarRequest(query="q"), ["docs/a.md", "docs/b.py", "src/a.py", "docs/c.py"], 1),
        (FarRequest(query="q", kinds=("code",)), ["docs/b.py", "src/a.py", "docs/c.py"], 0),
        (FarRequest(query="q", kinds=("memory",)), [], 1),
        (FarRequest(query="q", path="docs", placed=True), ["docs/a.md", "docs/b.py"], 0),
        (FarRequest(query="q", path="docs/*.md", placed=True), ["docs/a.md"], 0),
        (FarRequest(query="q", placed=True), ["docs/a.md", "docs/b.py", "src/a.py"], 0),
    ],
)
def test_hits_of_other_kinds_and_places_than_were_asked_for_are_left_out(
    request_: FarRequest, paths: list[str], memories: int
) -> None:
    answer = FarAnswer(called="team acme", here="shop", hits=HITS, memories=(MEMORY,), below=(*HITS, MEMORY))
    kept = asked_for(answer, request_)
    assert [hit.path for hit in kept.hits] == paths
    assert len(kept.memories) == memories
    assert len(kept.below) == len(paths) + memories
