"""A command imports what it uses: which modules each must not have imported when it has answered."""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

pytestmark = pytest.mark.story

FOREIGN = (
    "anyio",
    "detect_secrets",
    "docutils",
    "markdown_it",
    "mcp",
    "plotext",
    "pydantic",
    "rich",
    "urllib3",
    "yaml",
)
MODEL = ("onnxruntime", "tokenizers")
EXTRACTION = ("scrubjay.context.blocks.contexts", "scrubjay.context.extraction")
GROUNDING = ("scrubjay.memory.grounding", "snowballstemmer")
SEARCH = ("numpy", "rank_bm25", "scrubjay.knowledge.retrieval.hybrid", "scrubjay.search.recall.recall")

COMMANDS = {
    ("status",): (
        *FOREIGN,
        *MODEL,
        *EXTRACTION,
        *GROUNDING,
        *SEARCH,
        "scrubjay.knowledge.documents.ingest",
        "scrubjay.memory.transcript.observer",
    ),
    ("log",): (
        *FOREIGN,
        *MODEL,
        *EXTRACTION,
        *GROUNDING,
        *SEARCH,
        "scrubjay.knowledge.documents.ingest",
        "scrubjay.memory.transcript.observer",
    ),
    ("project", "list"): (
        *FOREIGN,
        *MODEL,
        *EXTRACTION,
        *GROUNDING,
        *SEARCH,
        "scrubjay.knowledge.documents",
        "scrubjay.memory.transcript.observer",
    ),
    ("search", "--recipe", "keyword", "parcels"): (
        *FOREIGN,
        *MODEL,
        *EXTRACTION,
        "numpy",
        "scrubjay.memory.transcript.observer",
    ),
    ("remember", "Parcels are stored in SQLite."): (*FOREIGN, *EXTRACTION, "scrubjay.search.recall.story"),
    ("audit", "show"): (*FOREIGN, *MODEL, *EXTRACTION, *GROUNDING, *SEARCH, "scrubjay.memory.transcript.observer"),
}
"""What each command can do without: their import costs more CPU than its work."""


@pytest.mark.parametrize(("command", "needless"), list(COMMANDS.items()), ids=lambda value: str(value[0]))
def test_a_command_imports_what_it_uses(
    command: Sequence[str], needless: Sequence[str], ready: Any, environment: dict[str, str]
) -> None:
    code = (
        "import json, sys; from scrubjay.cli.main import main; code = main(sys.argv[1:], wake=lambda: None);"
        "print(json.dumps([code, sorted(sys.modules)]))"
    )
    words = [sys.executable, "-c", code, "--repo", str(ready.folder), *command]
    done = subprocess.run(
        words, env=environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}, capture_output=True, text=True, check=True
    )
    exit_code, modules = json.loads(done.stdout.splitlines()[-1])
    assert exit_code == 0, done.stderr
    imported = {module for module in needless if any(f"{name}.".startswith(f"{module}.") for name in modules)}
    assert imported == set()
