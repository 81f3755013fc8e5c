"""docs/examples/openai_agents_session.py: a scripted model sees what the memory knows, as a tool's words."""

import json
from typing import Any

import pytest

from scrubjay import open_memory
from tests.conftest import Repo
from tests.docs.examples.conftest import example

module = example("openai_agents_session", "agents")
agents: Any = pytest.importorskip("agents")
responses: Any = pytest.importorskip("openai.types.responses")

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("anyio_backend", ["asyncio"])]

BURSTS = "We use a queue because bursts are short."


@pytest.fixture(autouse=True)
def without_traces() -> None:
    """Traces would go to a server."""
    agents.set_tracing_disabled(True)


class ScriptedModel(agents.Model):  # type: ignore[misc]
    """A model that gives its answers in order and keeps what it was sent."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.sent: list[list[Any]] = []

    async def get_response(self, *_: object, input: list[Any], **__: object) -> Any:
        self.sent.append(list(input))
        return agents.ModelResponse(output=[self.answers.pop(0)], usage=agents.Usage(), response_id=None)

    def stream_response(self, *_: object, **__: object) -> Any:
        raise NotImplementedError


def said(text: str) -> Any:
    words = responses.ResponseOutputText(type="output_text", text=text, annotations=[])
    return responses.ResponseOutputMessage(
        id="m1", type="message", role="assistant", status="completed", content=[words]
    )


def recalling(question: str) -> Any:
    asked = json.dumps({"question": question})
    return responses.ResponseFunctionToolCall(type="function_call", call_id="c1", name="recall", arguments=asked)


@pytest.fixture
def session() -> Any:
    session = agents.SQLiteSession("ticket-17")
    yield session
    session.close()


def quoted(project: Repo) -> Repo:
    with open_memory(project.path) as memory:
        assert memory.remember(BURSTS, sources=["docs/adr/0001-queue.md:9"]).grade == "quoted"
    return project


async def test_what_is_remembered_comes_before_the_conversation_as_a_tools_words(
    project: Repo, session: Any, anyio_backend: str
) -> None:
    model = ScriptedModel(said("Because bursts are short."), said("You asked why there is a queue."))
    path = str(quoted(project).path)
    assert await module.answer("Why is there a queue?", session, path, model) == "Because bursts are short."
    await module.answer("What did I ask?", session, path, model)
    first, second = model.sent
    assert [one.get("type", one.get("role")) for one in first] == ["function_call", "function_call_output", "user"]
    assert "memory " in first[1]["output"]
    assert BURSTS in first[1]["output"]
    assert [one["content"] for one in second if one.get("role") == "user"] == [
        "Why is there a queue?",
        "What did I ask?",
    ]
    assert sum(one.get("type") == "function_call_output" for one in second) == 1


async def test_the_other_session_keeps_the_conversation_alone(project: Repo, session: Any, anyio_backend: str) -> None:
    await module.answer("Why is there a queue?", session, str(quoted(project).path), ScriptedModel(said("Bursts.")))
    assert [one["role"] for one in await session.get_items()] == ["user", "assistant"]
    assert BURSTS not in json.dumps(await session.get_items())


async def test_a_model_may_ask_the_memory_again(project: Repo, session: Any, anyio_backend: str) -> None:
    model = ScriptedModel(recalling("how long are bursts"), said("They are short."))
    assert await module.answer("Hello.", session, str(quoted(project).path), model) == "They are short."
    assert BURSTS in model.sent[1][-1]["output"]


async def test_another_projects_memory_never_appears(
    project: Repo, other_project: Repo, session: Any, anyio_backend: str
) -> None:
    project.commit("vans", {"docs/vans.md": "# Vans\n\nThe night van is kept at the harbour.\n"})
    with open_memory(project.path) as memory:
        assert memory.remember("The night van is kept at the harbour.", sources=["docs/vans.md:3"]).grade == "quoted"
    model = ScriptedModel(said("At the harbour."), said("Nobody told me."))
    for repo in (project, other_project):
        await module.answer("Where is the night van kept?", session, str(repo.path), model)
    seen = [json.dumps([one for one in sent if one.get("type") == "function_call_output"]) for sent in model.sent]
    assert ["kept at the harbour" in one for one in seen] == [True, False]
