"""Labelled sets of an evaluation data folder, one subfolder a set."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from scrubjay.errors import UsageError
from scrubjay.evaluation.labelled.commits import commit_to_doc
from scrubjay.evaluation.labelled.conversations import ABSTENTION, TURNS, beam, locomo
from scrubjay.evaluation.labelled.documents import CORPUS, cosqa, doc_links, docs_qa, scifact
from scrubjay.evaluation.labelled.model import Corpus, LabelledSet, Question

__all__ = ["ABSTENTION", "Corpus", "LabelledSet", "Loader", "Question", "choose_sets", "find_sets"]

Loader = Callable[[], LabelledSet | None]


def find_sets(data: Path) -> dict[str, Loader]:
    """The sets of a folder by name, small ones first; loaders only, nothing is read. Raises UsageError when empty."""
    found: dict[str, Loader] = {}
    for file in sorted((data / "doc_links").glob(f"*/{CORPUS}")):
        found[f"doc_links/{file.parent.name}"] = partial(doc_links, file.parent)
    for file in sorted((data / "commit_to_doc").glob("*.jsonl.gz")):
        found[f"commit_to_doc/{file.name.removesuffix('.jsonl.gz')}"] = partial(commit_to_doc, file, data)
    for name, load in (("cosqa", cosqa), ("scifact", scifact)):
        if (data / name / CORPUS).is_file():
            found[name] = partial(load, data / name)
    if (data / "locomo" / TURNS).is_file():
        found["locomo"] = partial(locomo, data / "locomo")
    for file in sorted((data / "beam").glob(f"*/{TURNS}")):
        found[f"beam/{file.parent.name}"] = partial(beam, file.parent)
    if (data / "docs_qa" / CORPUS).is_file():
        found["docs_qa"] = partial(docs_qa, data / "docs_qa")
    if not found:
        raise UsageError(f"{data} holds no labelled set. --data takes a folder with docs_qa, scifact, beam and so on.")
    return found


def choose_sets(found: dict[str, Loader], only: Sequence[str]) -> dict[str, Loader]:
    """The requested sets, by name or by their folder. Raises UsageError for an unknown name."""
    for name in only:
        if not any(one == name or one.startswith(f"{name}/") for one in found):
            raise UsageError(f"No set {name[:60]!r} in this folder. There are: {', '.join(found)}.")
    return {
        name: load
        for name, load in found.items()
        if not only or any(name == one or name.startswith(f"{one}/") for one in only)
    }
