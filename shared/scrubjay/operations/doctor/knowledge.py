"""Checks of a project's index: text, full text, code, vectors, grades, configuration."""

from collections.abc import Iterator

from scrubjay.app import Workspace
from scrubjay.errors import ModelUnavailable
from scrubjay.inference.refused import refused_sources
from scrubjay.knowledge.chunking.languages import PREFIX, missing_languages
from scrubjay.knowledge.index.given import givers
from scrubjay.knowledge.index.kinds import describe, share
from scrubjay.knowledge.index.vectors import VectorIndex
from scrubjay.knowledge.retrieval.scope import Filters, set_scope
from scrubjay.memory.grouping.relations import count_groups
from scrubjay.memory.lifecycle.figures import count_duplicates
from scrubjay.model.check import Check
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View
from scrubjay.storage.driver import Connection


def text_lag(workspace: Workspace, view: View) -> Check:
    """How many documents at HEAD are not searchable yet."""
    behind = workspace.documents.behind(view)
    summary = f"{counted(behind, 'file')} behind" if behind else f"{counted(len(view.files), 'file')}, none behind"
    return Check("index", not behind, summary, "none behind", "run `scrubjay ingest`" if behind else "")


def full_text(workspace: Workspace, view: View) -> Check:
    """Whether everything that is indexed has its full-text rows."""
    report = workspace.documents.verify(view)
    broken = len(report.different) + len(report.surplus)
    do = "run `scrubjay doctor --repair`" if broken else ""
    return Check("full text", not broken, f"{counted(broken, 'document')} with a wrong index", "none", do)


def code(workspace: Workspace, view: View, installed: frozenset[str]) -> Check:
    """Whether the languages of the code that `ingestion.code` chose can be read."""
    expected = "a grammar for each language"
    files = sum(file.format.startswith(PREFIX) for file in view.files)
    if not workspace.settings.ingestion.code:
        return Check("code", True, "none chosen: ingestion.code is empty", expected)
    lacking = missing_languages((file.format for file in view.files), installed)
    if lacking:
        return Check(
            "code", False, f"no grammar for {', '.join(lacking)}", expected, "install scrubjay with the extra `[code]`"
        )
    return Check("code", True, counted(files, "file"), expected)


def vector_lag(workspace: Workspace, view: View) -> Check:
    """How many passages of each corpus have a vector. Less than all is no problem: the worker goes on."""
    corpora = workspace.documents.counts(view).corpora
    if workspace.settings.embedding.provider == "none":
        return Check("vectors", True, "off: embedding.provider is none", "off", "answers are by keyword only")
    try:
        _ = workspace.embedder and workspace.embedder.fingerprint
    except ModelUnavailable as error:
        return Check("vectors", False, str(error), "all", "answers are by keyword only")
    do = "" if share(corpora) >= 1 else "the worker computes the rest; `scrubjay ingest --wait` does it now"
    return Check("vectors", True, describe(corpora), "all", do)


def given_vectors(workspace: Workspace) -> Iterator[Check]:
    """Whose vectors are here beside the home's own, and who isn't asked any more; nothing where nobody gave any."""
    for name, count in workspace.knowledge_database.read(givers).items():
        yield Check("vectors taken", True, f"{counted(count, 'vector')} of {name}", "", "")
    for refused in workspace.home_database.read(refused_sources):
        found = f"{refused.name} gave {refused.reason}: all of its vectors were dropped ({refused.at[:10]})"
        do = "ask who runs it; `scrubjay embed --ask-again` takes its vectors again"
        yield Check("vectors taken", False, found, "those of this machine's model", do)


def vector_cache(workspace: Workspace) -> Check:
    """Whether every vector has its 1-bit code, which prefilters a large index."""
    if workspace.embedder is None:
        return Check("vector cache", True, "off", "off")

    index = VectorIndex(workspace.embedder.fingerprint)
    embedded, lacking = workspace.knowledge_database.read(lambda c: (index.progress(c)[0], index.lacking(c)))
    do = "run `scrubjay doctor --repair`" if lacking else ""
    total = counted(embedded, "vector")
    summary = f"{lacking:,} of {total} without 1-bit code" if lacking else f"complete, {total}"
    return Check("vector cache", not lacking, summary, "complete", do)


def likeness(workspace: Workspace) -> Check:
    """Counts in a line: claims blocked as duplicates, how many wrongly; groups of memories, and those taken apart."""
    counts = workspace.memories.reading("project", count_duplicates)
    merged = f"; {counted(counts.merged, 'duplicate')} merged by a person" if counts.merged else ""
    groups = workspace.memories.reading("project", count_groups)
    grouped = f"; {counted(groups.groups, 'group')}" if groups.groups or groups.apart else ""
    apart = f", {groups.apart:,} more taken apart by a person" if groups.apart else ""
    return Check("likeness", True, f"{counts.blocked:,} blocked, {counts.wrong:,} wrongly{merged}{grouped}{apart}", "")


def refused(workspace: Workspace) -> Check:
    """The settings that the repository's configuration asked for and that only the user may set."""
    if not workspace.refused:
        return Check("repository config", True, "nothing refused", "nothing refused")
    return Check(
        "repository config", True, "; ".join(workspace.refused), "nothing refused",
        "these settings have no effect; put those that you want into your own config.yaml",
    )  # fmt: skip


LEAST = 0.95
QUERIES = 50
NEAREST = 10
EQUAL = 1e-6
"""Passages as near as the last of the exact ones count as found: which of two equals comes first is chance."""


@dataclass(frozen=True, slots=True)
class RecallSample:
    """How many of the passages nearest to some queries there are, and how many of these the index finds.

    `share` is the mean over the queries.
    """

    queries: int
    nearest: int
    found: int
    share: float


def recall(workspace: Workspace, view: View) -> Check:
    """The share of the ten nearest passages that the index finds, over at most 50 of the view's own passages."""
    expected = f"at least {LEAST}"
    sample = sample_recall(workspace, view)
    if sample is None:
        return Check("recall", True, "off: no embedding", expected)
    if not sample.queries:
        return Check("recall", True, "no vectors yet", expected)
    do = "" if sample.share >= LEAST else "`scrubjay doctor --repair` rebuilds the vector cache"
    hits = f"{sample.share:.3f} of the {NEAREST} nearest found, over {counted(sample.queries, 'query')}"
    return Check("recall", sample.share >= LEAST, hits, expected, do)


def sample_recall(workspace: Workspace, view: View) -> RecallSample | None:
    """The index compared with an exact search; None without a model."""
    if workspace.embedder is None:
        return None
    index = VectorIndex(workspace.embedder.fingerprint)

    def compare(connection: Connection) -> RecallSample:
        set_scope(connection, workspace.documents.visible(connection, view), Filters())
        samples = index.sample(connection, QUERIES) if index.number(connection) else []
        hits, nearest, found = 0.0, 0, 0
        for sample in samples:
            exact = index.exact(connection, sample, NEAREST)
            border = exact[-1][1] - EQUAL
            near = sum(cosine >= border for _, cosine in index.nearest(connection, sample, NEAREST))
            hits, nearest, found = hits + near / len(exact), nearest + len(exact), found + near
        return RecallSample(len(samples), nearest, found, hits / len(samples) if samples else 1.0)

    return workspace.knowledge_database.read(compare)
