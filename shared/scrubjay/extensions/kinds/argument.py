"""Argument: an argument of a core tool, and a part of its answer, that an extension gives; or such a part alone."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from scrubjay.extensions.kinds.tool import ToolArgument

if TYPE_CHECKING:
    from scrubjay.settings.schema import Toolset

Call = TypeVar("Call", contravariant=True)


class AnswerPart(Protocol[Call]):
    """What `runs` names. `value` is the argument's, `said` what the core tool makes of its own arguments."""

    def __call__(self, call: Call, value: Any, said: Any) -> Callable[[], Iterable[str]]:
        """Check what is asked for, before the tool stores anything. What is returned does it once the tool is done, and
        gives lines of the answer. Both may raise ScrubjayError, which is told to the agent.
        """
        ...


class AddedArgument(NamedTuple):
    """An addition to a core `tool`, for users whose settings name `toolset`; else it isn't in the schema.

    `argument` stands `before` another one; its part is asked for where a call gives it. Without an argument the part is
    asked for in each call.
    """

    tool: str
    toolset: "Toolset"
    runs: str
    argument: ToolArgument | None = None
    before: str = ""
