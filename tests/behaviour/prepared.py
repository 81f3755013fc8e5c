"""A repository that is set up once for many stories: with memories, a backup, an export, a conversation, questions."""

import json
from collections.abc import Mapping
from pathlib import Path

from tests.behaviour.processes import quiet, scrubjay
from tests.conftest import Repo

TOP = Path(__file__).parents[2]
PAGE = "# Note {0}\n\nParcel {0} is weighed.\n\n## More\n\nIt is [weighed](docs/{0}.md) again.\n"
PAGES = 12


def prepared(folder: Path, environment: Mapping[str, str]) -> Repo:
    """Set up `repo` below a folder; beside it lie `home`, memories.jsonl, kept.tar.gz, talk.jsonl and questions."""
    own = {"SCRUBJAY_HOME": str(folder / "home"), "SCRUBJAY_EMBEDDING_PROVIDER": "none", "PYTHONPATH": str(TOP)}
    repo = Repo(folder / "repo", {**environment, **own})
    repo.path.mkdir()
    repo.git("init", "-q")
    repo.commit("start", {f"docs/{n}.md": PAGE.format(n) for n in range(PAGES)})
    scrubjay(repo, "init", "--yes")
    repo.git("config", "core.hooksPath", "/dev/null")
    scrubjay(repo, "remember", "Parcels are weighed twice.")
    scrubjay(repo, "export", str(folder / "memories.jsonl"))
    scrubjay(repo, "backup", str(folder / "kept.tar.gz"))
    turn = {"session": "s1", "role": "user", "text": "Are parcels weighed?", "time": "2026-03-01T12:00:00Z"}
    (folder / "talk.jsonl").write_text(json.dumps(turn) + "\n")
    (folder / "questions").write_text("parcel\n" * 3)
    quiet(repo)
    return repo
