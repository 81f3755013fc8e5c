"""Whether a larger limit would show more than the nearest, where nothing fits."""

from dataclasses import replace

from scrubjay.app import App
from scrubjay.search.recall.answer import RecallRequest
from tests.conftest import Repo
from tests.shared.search.recall.test_history import ready
from tests.shared.search.recall.test_memories import say

QUESTION = RecallRequest(query="striped zebras graze near frozen glaciers below distant moons", trimmed=True, limit=3)


def test_no_larger_limit_shows_more_where_there_are_memories_alone(app: App, repo: Repo) -> None:
    repo.commit("first", {"setup.cfg": ""})
    workspace = ready(app, repo)
    for animal in ("canary", "owl", "jay", "crow"):
        say(workspace.memories, f"The {animal} sings near the oven.")
    answer = workspace.recall.look(QUESTION)
    assert (answer.fit, len(answer.below), answer.more) == ("nothing", 1, False)


def test_a_larger_limit_shows_documents_that_are_not_among_the_nearest(app: App, repo: Repo) -> None:
    birds = ("canary", "owl", "jay", "crow", "rook", "finch")
    repo.commit("first", {f"docs/{bird}.md": f"# {bird}\n\nThe {bird} sings near the oven.\n" for bird in birds})
    answer = ready(app, repo).recall.look(replace(QUESTION, query="oven ADR-999"))
    assert (answer.fit, answer.hits, len(answer.below), answer.more) == ("nothing", (), 3, True)
