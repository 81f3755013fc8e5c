"""How many turns a CPU-second are imported, and are they found?"""

import json
from collections.abc import Callable
from datetime import datetime
from itertools import cycle, islice
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.search.recall.conversation_values import ConversationRequest
from scrubjay.session.conversations.transcripts import project_transcripts
from scrubjay.settings.layers import load_settings
from tests.benchmarks.figures import Size, pages, spent
from tests.conftest import Repo
from tests.shared.session.conversations.conftest import Transcript

pytestmark = pytest.mark.benchmark

TURNS = 4_000


@pytest.mark.parametrize(("characters", "goal"), [(140, ">= 2,000 /CPU-s"), (1_000, "")])
def test_transcripts(
    repo: Repo, environment: dict[str, str], sized_data: Path, tmp_path: Path, clock: Callable[[], datetime],
    characters: int, goal: str, size: Size,
) -> None:  # fmt: skip
    repo.commit("start", {"a.md": "# A\n"})
    text = "\n".join(pages(sized_data, 60))
    cuts = [text[start : start + characters] for start in range(0, len(text) - characters, characters)]
    each = size.of(TURNS, 200) // 10
    for session in range(10):
        talk = Transcript(tmp_path / "claude", repo.path, session=f"session-{session:02}")
        for n, cut in enumerate(islice(cycle(cuts), session * each, (session + 1) * each)):
            talk.says(("user", "assistant")[n % 2], f"turn {session}x{n} {cut}")
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        at = app.initialise(repo.path)
        files, places = project_transcripts(tmp_path / "claude", (), at.project.clones, at.git)
        at.conversations.import_transcripts(files[:1], places.contains)  # the rules and the tokenizer are loaded once
        with spent() as cost:
            read = at.conversations.import_transcripts(files, places.contains)
        rate = read.turns / (cost.cpu + cost.children)
        size.show(
            f"import of turns of {characters} characters",
            f"{read.turns:,} turns, no vectors",
            f"{rate:,.0f} /CPU-s",
            goal,
        )
        (hit, *_) = at.conversation_search.search(ConversationRequest(query="turn 9x17")).hits
        assert "9x17" in hit.turn.text
        assert json.loads(files[-1].read_text().splitlines()[17])["uuid"] == hit.turn.id
