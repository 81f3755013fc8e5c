"""POST /context: a prompt's blocks about a question, within a window's budget of tokens and a deadline."""

from typing import Annotated

from pydantic import Field

from scrubjay_team.api.route import ApiAnswer, ApiBody, ApiCall
from scrubjay_team.serving.recall.context import ContextQuestion

Words = Annotated[str, Field(max_length=20_000)]
Name = Annotated[str, Field(max_length=1_000)]

LONGEST_WAIT = 10_000
"""Milliseconds."""


class ContextBody(ApiBody):
    """What the prompt is about. `budget` is the model's window in tokens; 0: by the model's name, else 8,192.

    `project` is the name of a granted project, empty for all; `task` says what is being done, `history` what was said,
    the newest first; both are the caller's own words, which nothing is remembered of. `single_turn` ranks knowledge
    above history. `deadline_ms`: what isn't there by then is left out and named in `degraded`.
    """

    query: Words
    budget: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    model: Name = ""
    project: Name = ""
    task: Words = ""
    history: Annotated[tuple[Words, ...], Field(max_length=60)] = ()
    single_turn: bool = False
    deadline_ms: Annotated[int, Field(ge=0, le=LONGEST_WAIT)] = 250


class ContextBlockShown(ApiAnswer):
    """A block as it stands in the text: what it took of its budget, how many items were placed, and left out."""

    type: str
    text: str
    tokens: int
    budget: int
    items: int
    omitted: int


class ContextAnswer(ApiAnswer):
    """The blocks in order, system, project, task, history, knowledge, and their text together.

    `tokens` of at most `budget` are used, counted by `encoding`; `exact` says whether that is the model's own
    tokenizer. `degraded` names what wasn't there by the deadline, `warnings` what a better context would have.
    """

    text: str
    tokens: int
    budget: int
    window: int
    encoding: str
    exact: bool
    blocks: tuple[ContextBlockShown, ...]
    degraded: tuple[str, ...]
    warnings: tuple[str, ...]


def context(call: ApiCall, body: ContextBody) -> ContextAnswer:
    """Assemble a context. Raises UsageError, NotFound, LimitExceeded."""
    asked = ContextQuestion(
        query=body.query, window=body.budget, model=body.model, repo=body.project.strip(), task=body.task,
        history=body.history, single_turn=body.single_turn, deadline_ms=body.deadline_ms,
    )  # fmt: skip
    made = call.services.contexts.assemble(call.entered, asked, call.who)
    blocks = tuple(
        ContextBlockShown(
            type=str(one.type), text=one.text, tokens=one.tokens, budget=one.budget,
            items=len(one.items) + len(one.points), omitted=one.omitted,
        )
        for one in made.blocks
    )  # fmt: skip
    return ContextAnswer(
        text=made.text, tokens=made.tokens, budget=made.budget.total, window=made.budget.window,
        encoding=made.encoding, exact=made.exact, blocks=blocks, degraded=made.missing, warnings=made.warnings,
    )  # fmt: skip
