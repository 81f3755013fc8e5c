"""The evaluation data in small: its layout, filled at run time from this project's own decisions."""

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

TOP = Path(__file__).parents[2]
PAGES = 24
QUESTIONS = 6


def write_small(folder: Path) -> Path:
    """Write pages, questions about them, and cited commits; returns the folder."""
    files = sorted((TOP / ".agent" / "decisions").glob("*.md"))[:PAGES]
    texts = [file.read_text(encoding="utf-8") for file in files]
    titles = [text.split("\n# ", 1)[-1].splitlines()[0].lstrip("# ") for text in texts]
    _lines(folder / "doc_links/fastapi/corpus.jsonl.gz", ({"text": text} for text in texts))
    for empty in ("doc_links/app-services", "docs_qa"):
        _lines(folder / empty / "corpus.jsonl.gz", ())
    asked = ({"query": title, "source": source} for title in titles[:QUESTIONS] for source in ("ds1000", "odex"))
    _lines(folder / "docs_qa/queries.jsonl.gz", asked)
    cited = [("Fixes a crash since commit {}.", "3f2a9c1d", True), ("See {} (#12)", "a1b2c3d4e5", True)]
    never = [("This reverts commit {}.", "deadbee", False), ("build {} failed", "0123456789abcdef", False)]
    rows = ({"text": text.format(sha), "sha": sha, "exists": exists} for text, sha, exists in cited + never)
    _lines(folder / "sha_citations/citations.jsonl.gz", rows)
    return folder


def _lines(file: Path, rows: Iterable[Mapping[str, object]]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(file, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)
