"""A session of the OpenAI Agents SDK that begins with what a repository's memory knows of the question.

`python openai_agents_session.py "why do parcels wait?"` asks the SDK's usual model about the repository here.
"""

import asyncio
import json
import sys

from agents import Agent, FunctionTool, Model, Runner, Session, SessionSettings, SQLiteSession, TResponseInputItem
from agents import function_tool as as_tool

from scrubjay import AsyncMemory

CALL = "recall_before_the_turn"


class RecallingSession:
    """Another session for one question: its items stand behind what the memory knows, and it keeps none of that.

    What is known comes as a tool's answer, so that no model takes it for a user's words or for instructions.
    """

    session_settings: SessionSettings | None = None
    """The other session applies its own limit. Who asks for the last few items gets the other's alone."""

    def __init__(self, session: Session, memory: AsyncMemory, question: str) -> None:
        self.session_id = session.session_id
        self._session, self._memory, self._question = session, memory, question

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        items = await self._session.get_items(limit)
        return items if limit is not None else [*await self._recalled(), *items]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        await self._session.add_items(items)

    async def pop_item(self) -> TResponseInputItem | None:
        return await self._session.pop_item()

    async def clear_session(self) -> None:
        await self._session.clear_session()

    async def _recalled(self) -> list[TResponseInputItem]:
        asked, known = json.dumps({"question": self._question}), await self._memory.context(self._question)
        return [
            {"type": "function_call", "call_id": CALL, "name": "recall", "arguments": asked},
            {"type": "function_call_output", "call_id": CALL, "output": known.text},
        ]


def recall_tool(memory: AsyncMemory) -> FunctionTool:
    """The tool whose answer the session begins with; the model may ask it again."""

    @as_tool
    async def recall(question: str) -> str:
        """What this repository's documents and memories say about a question, with sources."""
        return (await memory.context(question)).text

    return recall


async def answer(question: str, session: Session, path: str = ".", model: Model | None = None) -> str:
    """The agent's answer, in the conversation of a session. Without a model it is the SDK's usual one."""
    async with AsyncMemory(path) as memory:
        agent = Agent("helper", instructions="Answer by `recall`.", tools=[recall_tool(memory)], model=model)
        done = await Runner.run(agent, question, session=RecallingSession(session, memory, question))
        return str(done.final_output)


if __name__ == "__main__":
    print(asyncio.run(answer(sys.argv[1], SQLiteSession("helper", "helper.db"))))
