"""docs/examples/pydantic_ai_toolset.py: a scripted model searches and remembers by the toolset."""

from typing import Any

import pytest

from scrubjay import open_memory
from tests.conftest import Repo
from tests.docs.examples.conftest import example

module = example("pydantic_ai_toolset", "pydantic_ai")
messages = pytest.importorskip("pydantic_ai.messages")
models = pytest.importorskip("pydantic_ai.models.function")

LATER = "The blue van is washed on Mondays."


def scripted(*calls: Any) -> tuple[Any, list[str]]:
    """A model that makes tool calls in order and then says "Done."; and what their tools answered."""
    left, told = list(calls), list[str]()

    def answer(sent: list[Any], _: Any) -> Any:
        told.extend(str(part.content) for part in sent[-1].parts if part.part_kind in ("tool-return", "retry-prompt"))
        return messages.ModelResponse(parts=[left.pop(0) if left else messages.TextPart("Done.")])

    return models.FunctionModel(answer), told


def call(tool: str, **arguments: str) -> Any:
    return messages.ToolCallPart(tool, arguments)


def test_what_a_model_remembers_another_run_finds(project: Repo) -> None:
    model, told = scripted(call("remember", claim=LATER))
    assert module.answer("Keep this.", model, str(project.path)) == "Done."
    assert told[0].startswith("stored")
    model, told = scripted(call("search", question="when is the blue van washed"))
    module.answer("When is the van washed?", model, str(project.path))
    assert f"memory, said\n{LATER}" in told[0]


def test_a_document_is_found_with_its_place(project: Repo) -> None:
    model, told = scripted(call("search", question="why a queue"))
    module.answer("Why is there a queue?", model, str(project.path))
    assert "docs/adr/0001-queue.md:1\n" in told[0]


def test_what_a_model_remembers_is_a_scripts_word_and_quoted_where_its_source_says_so(project: Repo) -> None:
    kept = "We use a queue because bursts are short."
    model, _ = scripted(call("remember", claim=LATER), call("remember", claim=kept, source="docs/adr/0001-queue.md:9"))
    module.answer("Keep this.", model, str(project.path))
    with open_memory(project.path) as memory:
        assert {(one.content, one.origin, one.grade) for one in memory.memories(tags=["pydantic-ai"])} == {
            (LATER, "script", "said"), (kept, "script", "quoted"),
        }  # fmt: skip


def test_an_error_tells_the_model_what_to_do_and_it_tries_again(project: Repo) -> None:
    model, told = scripted(call("search", question=" "), call("search", question="why a queue"))
    assert module.answer("Why?", model, str(project.path)) == "Done."
    assert "The query is empty. Ask a question" in told[0]
    assert "0001-queue.md" in told[1]


def test_another_projects_memory_never_appears(project: Repo, other_project: Repo) -> None:
    model, _ = scripted(call("remember", claim=LATER))
    module.answer("Keep this.", model, str(project.path))
    model, told = scripted(call("search", question="when is the blue van washed"))
    module.answer("When is the van washed?", model, str(other_project.path))
    assert "Mondays" not in told[0]
