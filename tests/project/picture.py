"""The README's picture of a terminal, and its first exchange: real answers about small repositories.

Run `python -m tests.project.picture` from the top after a change of the output; a test compares the two.
"""

import io
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.app import Workspace, open_app
from scrubjay.cli.everyday.passages import show
from scrubjay.git.process import GitEnvironment
from scrubjay.model.clock import system_clock
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from rich.console import Console

TOP = Path(__file__).parents[2]
PICTURE = Path(__file__).with_name("terminal.svg")
WIDTH = 96
Commit = tuple[str, Mapping[str, str]]
"""When it is made, and the files that it writes."""

QUESTION = RecallRequest(query="why is onnxruntime telemetry off", limit=1)
RECORDS = ("0002-core-is-synchronous.md", "0008-switch-onnxruntimes-telemetry-off.md")

COMMITS = (
    (
        "2025-03-04T09:00:00+00:00",
        {
            "docs/adr/0001-store-parcels-in-postgres.md": (
                "# 1. Store parcels in Postgres\n\nDate: 2025-03-04\n\n## Status\n\nAccepted\n\n"
                "## Decision\n\nParcels are stored in Postgres: we run it anyway.\n"
            ),
            "docs/weighing.md": "# Weighing\n\nEach parcel is weighed twice; the heavier figure counts.\n",
        },
    ),
    (
        "2026-02-10T09:00:00+00:00",
        {
            "docs/adr/0001-store-parcels-in-postgres.md": (
                "# 1. Store parcels in Postgres\n\nDate: 2025-03-04\n\n## Status\n\n"
                "Superseded by [2. Store parcels in SQLite](0002-store-parcels-in-sqlite.md)\n\n"
                "## Decision\n\nParcels are stored in Postgres: we run it anyway.\n"
            ),
            "docs/adr/0002-store-parcels-in-sqlite.md": (
                "# 2. Store parcels in SQLite\n\nDate: 2026-02-10\n\n## Status\n\nAccepted\n\n"
                "Supersedes [1. Store parcels in Postgres](0001-store-parcels-in-postgres.md)\n\n"
                "## Decision\n\nParcels are stored in SQLite. A depot has one file and no server to look after,\n"
                "and parcels of another depot never share its locks.\n"
            ),
        },
    ),
)

ASKED = (
    RecallRequest(query="where do we store parcels?", limit=2),
    RecallRequest(query="where do we store parcels?", limit=1, as_of="2025-12-24"),
)


def draw(folder: Path, environment: Mapping[str, str]) -> str:
    """The picture as SVG. `folder` is empty, `environment` that of a process; nothing of either is in the picture."""
    printed = ask(folder / "depot", environment, COMMITS, ASKED)
    drawn = printed.export_svg(title="scrubjay", unique_id="scrubjay")
    return re.sub(r"\s*@font-face \{.*?\n\s*\}", "", drawn, flags=re.DOTALL)  # no font from somebody's server


def exchange(folder: Path, environment: Mapping[str, str]) -> str:
    """The README's first question and its answer, as text, asked of the records of this repository that are near it."""
    records = {f".agent/decisions/{name}": (TOP / ".agent/decisions" / name).read_text("utf-8") for name in RECORDS}
    printed = ask(folder / "scrubjay", environment, [("2026-11-30T09:00:00+00:00", records)], [QUESTION])
    return "\n".join(line.rstrip() for line in printed.export_text().splitlines()).strip()


def ask(
    folder: Path, environment: Mapping[str, str], commits: Sequence[Commit], asked: Sequence[RecallRequest]
) -> "Console":
    """What a terminal prints for questions about a repository that is made of `commits`; the home stands beside it."""
    from rich.console import Console
    from rich.text import Text

    console = Console(
        record=True, width=WIDTH, force_terminal=True, color_system="truecolor", file=io.StringIO(), highlight=False
    )
    with open_app(
        load_settings({"SCRUBJAY_HOME": str(folder.with_name("home")), "SCRUBJAY_EMBEDDING_THREADS": "1"}),
        git_environment=GitEnvironment.of(environment),
        clock=system_clock,
        wake=lambda: None,
    ) as app:
        at = app.initialise(_repository(folder, environment, commits))
        for number, request in enumerate(asked):
            _index(at, request.as_of)
            when = f" --as-of {request.as_of}" if request.as_of else ""
            command = f'scrubjay search "{request.query}" --limit {request.limit}{when}'
            console.print(Text.assemble("\n" if number else "", ("$ ", "bold green"), (command, "bold")))
            show(at.recall.search(request), console)
    return console


def words(svg: str) -> list[str]:
    """What a reader sees, line by line in order; where letters stand is the drawing library's business."""
    return [re.sub(r"<[^>]+>", "", line).strip() for line in re.findall(r"<text[^>]*>.*?</text>", svg)]


def _repository(path: Path, environment: Mapping[str, str], commits: Sequence[Commit]) -> Path:
    path.mkdir(parents=True)
    for arguments in (
        ["init", "-q", "-b", "main"], ["config", "user.name", "Ada"], ["config", "user.email", "ada@example.org"],
        ["config", "commit.gpgsign", "false"],
    ):  # fmt: skip
        _git(path, environment, *arguments)
    for moment, files in commits:
        for name, text in files.items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_text(text, encoding="utf-8")
        _git(path, environment, "add", "-A")
        dated = {**environment, "GIT_AUTHOR_DATE": moment, "GIT_COMMITTER_DATE": moment}
        _git(path, dated, "commit", "-q", "-m", "decide")
    return path


def _git(path: Path, environment: Mapping[str, str], *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=path, env=dict(environment), check=True, timeout=PATIENCE_S)


def _index(at: Workspace, as_of: str) -> None:
    at.documents.ingest(at.documents.view(as_of), cause="picture")
    assert at.embedder is not None
    embed_pending(at.knowledge_database, at.embedder, stop=lambda: False)


def main() -> None:
    """Write the picture beside this file."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "SCRUBJAY_"))}
        PICTURE.write_text(draw(Path(folder), kept | {"GIT_CONFIG_NOSYSTEM": "1", "HOME": folder}), encoding="utf-8")


if __name__ == "__main__":
    main()
