"""What hooks tell is counted by characters, and by nothing else."""

from scrubjay.app import App
from scrubjay.identity.insight.events import Measure
from scrubjay.integrations.client_hooks.switches import COUNTS, compile_switches
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.operations.jobs.indexing import prepare_hook_answers
from tests.conftest import Repo
from tests.shared.integrations.client_hooks.conftest import Client

FACT = "The staging broker drops idle connections after ninety seconds."


def told(app: App, project: Repo) -> dict[str, int]:
    return app.workspace(project.path).counts.since("").totals(Measure.TOLD)


def test_a_briefing_of_a_hook_is_counted_once_it_is_told(client: Client, project: Repo, app: App) -> None:
    prepare_hook_answers(app.settings.home, app.workspace(project.path))
    text = client.start(project.path)
    assert told(app, project) == {"hook": -(-len(text) // 4)}
    assert client.start(project.path) == ""
    assert told(app, project) == {"hook": -(-len(text) // 4)}


def test_a_hint_is_counted(client: Client, project: Repo, app: App) -> None:
    at = app.workspace(project.path)
    at.memories.remember(RememberRequest(content=FACT, author="ada", origin=Origin.PERSON, act=Act.TYPED))
    compile_switches(at.project.folder, project.path, {"user_prompt_submit": True, COUNTS: True}, ())
    text = client.fire("UserPromptSubmit", project.path, prompt="Why does the staging broker drop idle connections?")
    assert FACT in text
    assert told(app, project)["hint"] == -(-len(text) // 4)


def test_where_nothing_is_to_be_counted_hooks_count_nothing(client: Client, project: Repo, app: App) -> None:
    at = app.workspace(project.path)
    compile_switches(at.project.folder, project.path, {COUNTS: False}, ())
    assert client.start(project.path)
    assert told(app, project) == {}
