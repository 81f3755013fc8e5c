"""Search results: passages with their location and the scores that ranked them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scrubjay.model.encoded import EmbeddedCorpus


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A passage in a search result.

    `scores` and `ranks` are by arm: bm25, vector, reranker; `score` is their fusion. `changed_at` is
    the committer date of the commit that brought the text, ISO 8601, empty where unknown. A memory's `blob`
    is its id, its `path` "memory:" and the id. `also` are the paths of near-twins that it stands for. `format` is that
    of its content. Of a page in several versions `older` are the paths of those before this one, and `newest` is the
    newest's where this one isn't. `silent`: its document has no passage that says something.
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
    also: tuple[str, ...] = ()
    format: str = ""
    older: tuple[str, ...] = ()
    newest: str = ""
    silent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalTrace:
    """Provenance of a search result.

    `degraded` lists in words the stages that didn't take part; `embedded` is the share of the searched passages that
    have a vector (1.0 when there are none); `milliseconds` is wall time by stage; `candidates` counts by arm; `exact`
    are the names in the query that matched exactly, so that their hits come first; `notes` explain how the query was
    parsed where that isn't obvious: ignored parts, a filter without matches; `steps` describe the stages that produced
    the answer, and what was left out.
    """

    recipe: str
    degraded: tuple[str, ...]
    embedded: float
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    candidates: Mapping[str, int] = field(default_factory=dict)
    exact: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridResult(RetrievalTrace):
    """Hits, best first, with their provenance; `memories` are ranked among themselves.

    `corpora` say how far the vectors of what was searched are, where meaning took part.
    `named` are the contents among the hits that the query names exactly, `by_name` those of them that are called so
    and don't merely hold the name. `called` is the path of the discussion whose name the query is, `unknown` are its
    names that nothing in the scope is called or holds.
    """

    hits: tuple[Hit, ...]
    memories: tuple[Hit, ...] = ()
    named: frozenset[int] = frozenset()
    by_name: frozenset[int] = frozenset()
    called: str = ""
    corpora: tuple[EmbeddedCorpus, ...] = ()
    unknown: tuple[str, ...] = ()
