"""The same index answers the same question with the same bytes, in any process, asked first or last."""

import json
from collections.abc import Callable
from pathlib import Path

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.operations.jobs.embed import embed_pending
from scrubjay.settings.layers import load_settings
from tests.behaviour.processes import scrubjay
from tests.conftest import Repo

BIRDS = ("jay", "magpie", "rook", "nutcracker", "raven")
PLACES = ("oak", "nest", "roof", "hedge", "barn")
FORMS = ("where does the {} keep seeds near the {}", "{} {}")
QUESTIONS = [form.format(bird, place) for form in FORMS for bird in BIRDS for place in PLACES]


def test_fifty_questions_in_two_processes_get_the_same_bytes(
    make_repo: Callable[..., Repo], environment: dict[str, str], tmp_path: Path
) -> None:
    repo = make_repo("birds")
    page = "# {bird} and {place}\n\nThe {bird} keeps seeds near the {place}.\n\n## Winter\n\nIt finds them again.\n"
    repo.commit("pages", {f"docs/{b}-{p}.md": page.format(bird=b, place=p) for b in BIRDS for p in PLACES})
    with open_app(load_settings(environment), git_environment=GitEnvironment.of(environment), wake=lambda: None) as app:
        at = app.initialise(repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
        assert at.embedder
        embed_pending(at.knowledge_database, at.embedder, stop=lambda: False)
    file = tmp_path / "questions"
    file.write_text("\n".join(QUESTIONS), encoding="utf-8")
    first, second = (scrubjay(repo, "search", "--json", "--batch", str(file)) for _ in range(2))
    assert first == second
    lines = first.splitlines()
    assert len(lines) == len(QUESTIONS)
    assert all(json.loads(line)["embedded"] == 1 and json.loads(line)["results"] for line in lines)
    # The first question of a process is compared in SQLite, later ones in memory.
    assert scrubjay(repo, "search", "--json", QUESTIONS[29]) == f"{lines[29]}\n"
