"""A toolset of pydantic-ai that searches a repository's memory and adds to it.

`python pydantic_ai_toolset.py openai:gpt-5 "why do parcels wait?"` asks a model about the repository here.
"""

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from pydantic_ai import Agent, FunctionToolset, ModelRetry
from pydantic_ai.models import Model

from scrubjay import ProjectMemory, open_memory
from scrubjay.errors import ScrubjayError

P = ParamSpec("P")


def told(call: Callable[P, str]) -> Callable[P, str]:
    """The same tool; an error of scrubjay says what to do, so the model reads it and tries again."""

    @wraps(call)
    def trying(*arguments: P.args, **options: P.kwargs) -> str:
        try:
            return call(*arguments, **options)
        except ScrubjayError as error:
            raise ModelRetry(str(error)) from error

    return trying


def memory_toolset(memory: ProjectMemory) -> FunctionToolset[None]:
    """The tools `search` and `remember`, for the life of an open memory. Tools may run at once, in threads."""

    @told
    def search(question: str) -> str:
        """What this repository's documents and memories say about a question, each with its source."""
        answer = memory.search(question, limit=5)
        passages = [f"{hit.path}:{hit.start_line}\n{hit.text}" for hit in answer.results]
        known = [f"memory, {hit.grade}\n{hit.text}" for hit in answer.memories]
        return "\n\n".join([*known, *passages]) or "Nothing is known about it."

    @told
    def remember(claim: str, source: str = "") -> str:
        """Keep one sentence for later sessions. `source` is a place that says so, such as docs/weighing.md:3."""
        kept = memory.remember(claim, sources=[source] if source else [], tags=["pydantic-ai"])
        return f"{kept.outcome}: {kept.why} {kept.add}"

    return FunctionToolset([search, remember])


def answer(question: str, model: str | Model, path: str = ".") -> str:
    """A model's answer, which it may look up in the repository's memory."""
    with open_memory(path) as memory:
        agent = Agent(model, instructions="Search before you answer.", toolsets=[memory_toolset(memory)])
        return agent.run_sync(question).output


if __name__ == "__main__":
    print(answer(question=sys.argv[2], model=sys.argv[1]))
