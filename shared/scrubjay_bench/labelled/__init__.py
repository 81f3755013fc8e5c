"""Labelled sets of an evaluation data folder, one subfolder a set."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from scrubjay.errors import UsageError
from scrubjay_bench.labelled.conversations import ABSTENTION, ASKED, TURNS, beam, discussions, locomo
from scrubjay_bench.labelled.documents import CORPUS, commit_to_doc, cosqa, doc_links, docs_qa, scifact
from scrubjay_bench.labelled.model import Corpus, LabelledSet, Question

__all__ = ["ABSTENTION", "Corpus", "LabelledSet", "Loader", "Question", "choose_sets", "find_sets"]

Loader = Callable[[], LabelledSet | None]


def find_sets(data: Path) -> dict[str, Loader]:
    """The sets of a folder by name, small ones first; loaders only, nothing is read. Raises UsageError when empty."""
    loaders: dict[str, Loader] = {}
    for file in sorted((data / "doc_links").glob(f"*/{CORPUS}")):
        loaders[f"doc_links/{file.parent.name}"] = partial(doc_links, file.parent)
    for file in sorted((data / "commit_to_doc").glob("*.jsonl.gz")):
        loaders[f"commit_to_doc/{file.name.removesuffix('.jsonl.gz')}"] = partial(commit_to_doc, file, data)
    for name, load in (("cosqa", cosqa), ("scifact", scifact)):
        if (data / name / CORPUS).is_file():
            loaders[name] = partial(load, data / name)
    if (data / "locomo" / TURNS).is_file():
        loaders["locomo"] = partial(locomo, data / "locomo")
    for file in sorted((data / "beam").glob(f"*/{TURNS}")):
        loaders[f"beam/{file.parent.name}"] = partial(beam, file.parent)
    if (data / "docs_qa" / CORPUS).is_file():
        loaders["docs_qa"] = partial(docs_qa, data / "docs_qa")
    for folder in (data / "discussions", data):
        if (folder / ASKED).is_file():
            loaders.setdefault("discussions", partial(discussions, folder))
    if not loaders:
        raise UsageError(f"{data} holds no labelled set. --data takes a folder with docs_qa, scifact, beam and so on.")
    return loaders


def choose_sets(sets: dict[str, Loader], only: Sequence[str]) -> dict[str, Loader]:
    """The requested sets, by name or by their folder. Raises UsageError for an unknown name."""
    for name in only:
        if not any(other == name or other.startswith(f"{name}/") for other in sets):
            raise UsageError(f"No set {name[:60]!r} in this folder. There are: {', '.join(sets)}.")
    return {
        name: load
        for name, load in sets.items()
        if not only or any(name == other or name.startswith(f"{other}/") for other in only)
    }
