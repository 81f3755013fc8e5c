"""Does the knowledge keep up with the repository: text, full text, vectors?"""

from scrubjay.app import Workspace
from scrubjay.doctor.check import Check
from scrubjay.documents.chunking.languages import PREFIX, unreadable
from scrubjay.memories.mistakes import likenesses
from scrubjay.memories.regrading import migrated
from scrubjay.model.counted import counted
from scrubjay.model.view import View
from scrubjay.retrieval.vector import VectorIndex


def text_lag(at: Workspace, view: View) -> Check:
    """How many documents at HEAD are not searchable yet."""
    behind = at.documents.behind(view)
    found = f"{counted(behind, 'file')} behind" if behind else f"{counted(len(view.files), 'file')}, none behind"
    return Check("index", not behind, found, "none behind", "run `scrubjay ingest`" if behind else "")


def full_text(at: Workspace, view: View) -> Check:
    """Whether everything that is indexed has its full-text rows."""
    found = at.documents.verify(view)
    broken = len(found.different) + len(found.surplus)
    do = "run `scrubjay doctor --repair`" if broken else ""
    return Check("full text", not broken, f"{counted(broken, 'document')} different", "none different", do)


def code(at: Workspace, view: View, installed: frozenset[str]) -> Check:
    """Whether the languages of the code that `ingestion.code` chose can be read."""
    expected = "every chosen language"
    files = sum(file.format.startswith(PREFIX) for file in view.files)
    if not at.settings.ingestion.code:
        return Check("code", True, "none chosen: ingestion.code is empty", expected)
    lacking = unreadable((file.format for file in view.files), installed)
    if lacking:
        return Check("code", False, f"no grammar for {', '.join(lacking)}", expected, "pip install 'scrubjay[code]'")
    return Check("code", True, counted(files, "file"), expected)


def vector_lag(at: Workspace, view: View) -> Check:
    """Which share of the passages has a vector. Less than all is no illness: the worker is on its way, or is off."""
    counts = at.documents.counts(view)
    if at.settings.embedding.provider == "none":
        return Check("vectors", True, "off: embedding.provider is none", "off", "answers are by keyword only")
    do = "" if counts.embedded >= 1 else "the worker goes on by itself; `scrubjay ingest --wait` shows it"
    return Check("vectors", True, f"{counts.embedded:.0%} of {counted(counts.passages, 'passage')}", "100%", do)


def vector_cache(at: Workspace) -> Check:
    """Whether every vector has its signs, by which an index is followed and a large one is searched."""
    if at.embedder is None:
        return Check("vector cache", True, "off", "off")
    index = VectorIndex(at.embedder.fingerprint)
    have, lacking = at.knowledge.read(lambda c: (index.progress(c)[0], index.lacking(c)))
    do = "run `scrubjay doctor --repair`" if lacking else ""
    held = counted(have, "vector")
    found = f"{lacking:,} of {held} lack their signs" if lacking else f"complete, {held}"
    return Check("vector cache", not lacking, found, "complete", do)


def likeness(at: Workspace) -> Check:
    """How often claims were taken for alike, and how often people found otherwise."""
    found = at.memories.reading("project", likenesses)
    return Check("likeness", True, found.said(), "counted, not judged")


def ended(at: Workspace) -> Check:
    """What the user's own configuration sets although it is no setting any more."""
    found = "; ".join(at.settings.ended) or "none"
    return Check("ended settings", True, found, "none", "remove the lines" if at.settings.ended else "")


def grades(at: Workspace) -> Check:
    """How far memories of before grades are: none is lost meanwhile, and none is told that nobody said."""
    scopes = ("project", "user") if at.memories.user_exists() else ("project",)
    counts = [at.memories.reading(scope, migrated) for scope in scopes]
    left, unproven = sum(one.ungraded for one in counts), sum(one.unproven for one in counts)
    told = f"; {counted(unproven, 'memory')} told before grades, not proven" if unproven else ""
    do = "the worker goes on by itself; what another branch shows waits for it" if left else ""
    return Check(
        "grades", True, f"{counted(left, 'memory')} of older rules to grade anew{told}", "none to grade anew", do
    )


def refused(at: Workspace) -> Check:
    """What the repository's configuration asked for that only the user may set."""
    if not at.refused:
        return Check("repository config", True, "nothing refused", "nothing refused")
    return Check(
        "repository config", True, "; ".join(at.refused), "nothing refused",
        "nothing: it has no effect. What you want of it goes into the user's config.yaml",
    )  # fmt: skip
