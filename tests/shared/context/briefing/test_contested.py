"""What is contested is told with both sides; what only contradicts is not told by itself."""

from scrubjay.app import App, Workspace
from scrubjay.context.briefing.facts import MemoryLine
from scrubjay.context.briefing.lines import MAX_MEMORY, memory_text
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from tests.conftest import Repo

USAGE = "# Usage\n\nThe canary takes ten percent of the traffic.\n"


def opened(app: App, repo: Repo) -> Workspace:
    repo.commit("Docs", {"docs/usage.md": USAGE})
    at = app.initialise(repo.path)
    at.documents.ingest(at.documents.view(), cause="test")
    return at


def tell(at: Workspace, content: str) -> None:
    at.memories.remember(RememberRequest(content=content, author="ada", origin=Origin.PERSON, act=Act.TYPED))


def told_line(at: Workspace) -> str:
    text = at.briefer.compose().text
    (line,) = [line for line in text.splitlines() if "told by ada" in line]
    assert text.index("Told by people:") < text.index(line)
    return line


def test_what_a_person_told_stands_with_what_an_agent_says_against_it(app: App, repo: Repo) -> None:
    at = opened(app, repo)
    tell(at, "The canary runs for 3 hours at night.")
    assert "rival:" not in told_line(at)
    at.memories.remember(RememberRequest(content="The canary runs for 9 hours at night.", author="bot", session="s1"))
    (contrary,) = [one for one in at.memories.recent(5) if one.contradicts]
    line = told_line(at)
    assert line.index("3 hours") < line.index("rival: said by an agent") < line.index("9 hours")
    assert at.briefer.compose().text.count("9 hours") == 1
    at.memories.retract(contrary.id, "ada", "wrong", authority=True)
    assert "rival:" not in told_line(at)


def test_both_sides_have_room_however_long_they_are() -> None:
    line = memory_text(MemoryLine("fact", "left " * 200, "told by ada", "1a" * 16, contradiction="right " * 200))
    assert len(line) <= MAX_MEMORY
    assert line.count("left") > 10
    assert line.count("right") > 10
