"""The page about a prompt's context, and its text alone."""

from starlette.responses import PlainTextResponse, Response

from scrubjay.context.blocks.assembler import AssembledContext
from scrubjay.context.blocks.contexts import ContextRequest
from scrubjay.context.blocks.model import BlockItem, PlacedBlock
from scrubjay.context.blocks.report import encoding_of
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import View
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.visit import Visit

WINDOW, MOST_WINDOW = 8_192, 2_000_000
DEADLINE_MS = 10_000
"""A person who looks waits for the whole answer; an agent's call has 45 ms."""

MODELS = ("", "gpt-5", "gpt-4", "claude-opus-4")
SHOWN = 20
"""Items without room that are listed for a block; the others are counted."""


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of the prompt: its part of the budget, what it holds, and what found no room."""

    placed: PlacedBlock
    left_out: tuple[BlockItem, ...]
    more: int

    @property
    def why(self) -> str:
        """Why something is missing, in words; empty where nothing is."""
        if self.placed.cut:
            return "The last item ends at a paragraph: the block's budget is used up."
        return "No room: the next item alone is longer than what is left of the budget." if self.placed.omitted else ""


@dataclass(frozen=True, slots=True)
class ShownContext:
    """An assembled context, the view that it holds for, and its blocks."""

    made: AssembledContext
    view: View
    blocks: tuple[ShownBlock, ...]


def asked(visit: Visit) -> ContextRequest:
    """The request that the address holds. Raises UsageError."""
    return ContextRequest(
        visit.text("q"),
        visit.number("window", WINDOW, 1_000, MOST_WINDOW),
        visit.text("model"),
        single_turn=visit.text("single") == "1",
        deadline_ms=DEADLINE_MS,
    )


def assembled(visit: Visit, request: ContextRequest) -> ShownContext:
    """The blocks for a request; no session is told them. Raises UsageError, LimitExceeded."""
    made, view = visit.workspace.contexts.assemble(request)
    blocks = tuple(
        ShownBlock(one, one.left_out[:SHOWN], max(0, one.omitted - min(SHOWN, len(one.left_out))))
        for one in made.blocks
    )
    return ShownContext(made, view, blocks)


def context(visit: Visit) -> Response:
    """The five blocks for a question."""
    request = asked(visit)
    shown = assembled(visit, request) if request.query else None
    encoding = encoding_of(shown.made) if shown else ""
    return visit.page(
        "context/page.html", title="Context", request=request, shown=shown, encoding=encoding, models=MODELS
    )


def text(visit: Visit) -> Response:
    """The same as a file of text."""
    made = assembled(visit, asked(visit)).made
    named = {"Content-Disposition": 'attachment; filename="context.txt"'}
    return PlainTextResponse(made.text, headers=named)


ROUTES = (ViewRoute(path="/context", show=context), ViewRoute(path="/context/text", show=text))
