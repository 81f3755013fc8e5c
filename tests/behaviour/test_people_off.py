"""With `people: off` no tool of either server and no command names who wrote a commit, in any form of answer."""

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

import scrubjay_knowledge.server
import scrubjay_session.server
from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from scrubjay_serving.backend import Backend, Surroundings
from tests.behaviour.conftest import ingest
from tests.behaviour.every_tool import KNOWLEDGE, SESSION
from tests.behaviour.processes import command, quiet
from tests.conftest import Repo
from tests.fakes import HashingEmbedder
from tests.servers.answers import text

pytestmark = pytest.mark.anyio

PEOPLE = ("Grace Hopper", "quokka77")
TRACES = ("hopper", "quokka77", "grace", "edsger", "zoë", "müller", "ronnyp", "quinby", "vireo", "kestrel")
"""What tells of a person, in lower case."""

QUESTIONS = (
    "who bounded the queue",
    "who knows about the queue",
    "when was the queue bounded",
    "why was the queue bounded",
    "queue",
)
NAMING = {"search_commits", "get_file_history", "get_repository_state", "search_knowledge", "story", "session_init"}
"""Tools that name people unless they are off."""


def commit(repo: Repo, who: str, message: str, queue: str) -> None:
    repo.write("docs/queue.md", f"# Queue\n\n{queue}\n")
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", message, "--author", f"{who} <{who.split()[0].lower()}@example.org>")


@pytest.fixture
def project(repo: Repo) -> Repo:
    """A history by two people, with trailers, a name in a message's text and a forge's merge."""
    first, second = PEOPLE
    commit(repo, first, f"Use a queue\n\nAsked for by\n{second}.\n\nReviewed-by: Edsger <ed@example.org>", "Bursts.")
    repo.git("switch", "-q", "-c", f"{second}/bound")
    trailers = f"Signed-off-by: {second} <{second}@example.org>\nCo-authored-by: {first} <grace@example.org>"
    commit(repo, second, f"Bound the queue, as {first.upper()} said\n\nIt grew.\n\n{trailers}", "Bursts. At most 9.")
    repo.git("switch", "-q", "main")
    repo.git(
        "merge", "-q", "--no-ff", "-m", f"Merge pull request #7 from {second}/bound\n\nBound it", f"{second}/bound"
    )
    repo.git("branch", "-q", "-D", f"{second}/bound")
    told = "Asked for by @quinby and 7+vireo@users.noreply.github.com, root@vireo too."
    squashed = "* Tune the queue\n* Co-authored-by: Kestrel <k@example.org>"
    commit(repo, "Zoë Müller", f"Tune the queue for Zoë\n\n{told}\n\n{squashed}", "Bursts. At most 8.")
    commit(repo, "vireo@example.org", "Tune the queue again for vireo", "Bursts. At most 7.")
    repo.git("switch", "-q", "-c", "idle", "HEAD~1")
    commit(repo, first, "Describe the queue's idle time", "Bursts. At most 8.\n\nIt idles.")
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-s", "ours", "-m", "Merge pull request #721 from RonnyP/queue", "idle")
    repo.git("branch", "-q", "-D", "idle")
    return repo


async def answers(repo: Repo, environment: dict[str, str]) -> dict[str, str]:
    """What every tool that reads the repository answers, and the same commands with and without --json."""
    mine = environment | {"SCRUBJAY_TOOLSETS": "[core, story, context]"}
    surroundings = Surroundings(mine, repo.path)

    def opener() -> AbstractContextManager[App]:
        genv = GitEnvironment.of(mine)
        return open_app(load_settings(mine), git_environment=genv, embedder=HashingEmbedder(), wake=lambda: None)

    calls: list[tuple[str, dict[str, Any]]] = [
        *(SESSION | KNOWLEDGE).items(),
        *(("search_knowledge", {"query": question}) for question in QUESTIONS),
        *(
            ("search_knowledge", {"query": "queue", "kinds": ["commit"], "detail": detail})
            for detail in ("full", "concise")
        ),
        *(("search_commits", {"query": word}) for word in ("queue", "merge")),
        ("get_file_history", {"path": "docs/queue.md"}),
        ("get_repository_state", {"include": ["status", "commits", "branches", "files"]}),
        ("story", {"topic": "queue"}),
        ("assemble_context", {"query": QUESTIONS[0]}),
    ]
    told: dict[str, str] = {}
    for module in (scrubjay_session.server, scrubjay_knowledge.server):
        async with Client(module.build(Backend(surroundings, opener))) as client:
            offered = {tool.name for tool in (await client.list_tools()).tools}
            for name, arguments in calls:
                if name in offered:
                    answer = await client.call_tool(name, arguments)
                    told[name] = told.get(name, "") + text(answer) + json.dumps(answer.structured_content)
    for question in QUESTIONS:
        for name in ("search", "story"):
            for options in ((), ("--json",)):
                told[name] = told.get(name, "") + command(repo, name, question, *options).stdout
    told["search"] += command(repo, "search", "queue", "--kind", "commit", "--full").stdout
    quiet(repo)
    return told


async def told(people: str, project: Repo, app: App, environment: dict[str, str]) -> dict[str, str]:
    at = app.initialise(project.path)
    ingest(at)
    list(at.index_sources.ingest(at.documents.view()))
    Path(environment["SCRUBJAY_HOME"], "config.yaml").write_text(f"people: {people}\nembedding:\n  provider: none\n")
    return await answers(project, environment)


async def test_no_tool_and_no_command_names_anybody(project: Repo, app: App, environment: dict[str, str]) -> None:
    shown = await told("off", project, app, environment)
    for name, answer in shown.items():
        assert not [line for line in answer.splitlines() if any(trace in line.lower() for trace in TRACES)], name
    assert all("Bound the queue" in shown[name] for name in NAMING)


async def test_the_same_calls_name_people_where_they_are_on(
    project: Repo, app: App, environment: dict[str, str]
) -> None:
    shown = await told("on", project, app, environment)
    assert {name for name, answer in shown.items() if "hopper" in answer.lower()} >= NAMING | {"search"}
    assert not [name for name, answer in shown.items() if "@example.org" in answer]
    assert "vireo" in shown["search"]
    assert "vireo" in shown["story"]
