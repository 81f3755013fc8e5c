"""What does a search return? Passages with where they stand and why they were found."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scrubjay.model.feedback import Feedback


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found.

    `scores` and `ranks` are by arm: bm25, vector, reranker; `score` is what the fusion made of them. `changed_at` is
    the committer date of the commit that brought the text, ISO 8601, empty where it isn't known. A memory's `blob`
    is its id, its `path` "memory:" and the id; `feedback` is how near the documents nearest to the question bring it.
    """

    passage: int
    content: int
    path: str
    blob: str
    heading: str
    start_line: int
    end_line: int
    title: str
    text: str
    changed_at: str
    score: float
    scores: Mapping[str, float] = field(default_factory=dict)
    ranks: Mapping[str, int] = field(default_factory=dict)
    kind: str = "document"
    feedback: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class HowFound:
    """How an answer came about.

    `degraded` says in words what didn't take part; `embedded` is the share of the searched passages that have a
    vector (1.0 when there are none); `milliseconds` is wall time by stage; `candidates` counts by arm;
    `exact` are the names in the query that were found as they stand, so that their hits come first; `notes` say how
    the query was read where that isn't plain: what was left out, which filter found nothing; `steps` say how the
    answer was made, one stage each, and what was left out.
    """

    recipe: str
    degraded: tuple[str, ...]
    embedded: float
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    candidates: Mapping[str, int] = field(default_factory=dict)
    exact: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HybridResult(HowFound):
    """Hits, best first, and how they were found; `apart` are unconfirmed memories, in their own order.

    `feedback` is what was heard of the documents nearest to the question, for who searches memories elsewhere.
    """

    hits: tuple[Hit, ...]
    apart: tuple[Hit, ...] = ()
    feedback: Feedback | None = None
