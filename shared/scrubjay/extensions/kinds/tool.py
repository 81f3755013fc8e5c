"""Tools: one more of a server, and what an extension adds to a core one; ours name what a call imports and runs."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

from scrubjay.model.agent import Capability

if TYPE_CHECKING:
    from scrubjay.settings.schema import Toolset

Call = TypeVar("Call", contravariant=True)

NO_ARGUMENTS: Mapping[str, str] = {}
NOBODYS: Final = "f0" * 16
"""The id of an example."""


class Tool(NamedTuple):
    """A tool for agents. `name` is what they call: it begins with the extension's name and an underscore.

    `fn(host, …)` has keyword arguments of str, int, float, bool or tuples of str, plain defaults, and returns text.
    `arguments` says of each what it takes. `writes`, `repeatable` and `destroys` tell a client what it may let run.
    A ScrubjayError of it is told to the agent; any other names the extension.
    """

    name: str
    fn: Callable[..., str]
    title: str
    description: str
    writes: bool = False
    repeatable: bool = True
    destroys: bool = False
    arguments: Mapping[str, str] = NO_ARGUMENTS


READS: Final = (Capability.MEMORY_READ,)
WRITES: Final = (Capability.MEMORY_WRITE,)
SEARCHES: Final = (Capability.KB_SEARCH,)
SEARCHES_ALL: Final = (Capability.KB_SEARCH, Capability.MEMORY_READ)
"""Finds memories among other things."""

OPEN: Final[tuple[Capability, ...]] = ()
"""Tells nothing that is kept: counts, or what git itself tells."""

BY_SERVICE: Final[tuple[Capability, ...]] = ()
"""Its service decides, for the agent that acts, which isn't always the caller."""

NEEDED: Final[Any] = ...
"""The default of an argument that must be given."""


class ToolArgument(NamedTuple):
    """An argument: its type, what it takes where its name doesn't say it, bounds of a number.

    A `default` that is a type makes one for each call.
    """

    name: str
    about: str = ""
    kind: Any = str
    default: Any = ""
    least: int | None = None
    most: int | None = None


class DeclaredTool(NamedTuple):
    """A tool of ours: `runs` is a `module:function`, called with the call's worktree and the arguments by name.

    `needs` binds agents that were registered with less. `writes`, `repeatable` and `destroys` become its annotations;
    `answers` is text, or a model for an answer as JSON; `always` keeps it in front of an agent whose client defers
    tools. Outside the core `toolset` it is there for users whose settings name its set. `retired` arguments are
    removed ones that a client may still send; they are ignored. `further` are parameters that the server fills.
    `example` is a call that answers in a small repository: the reference shows it, tests make it. An id in it is
    nobody's.
    """

    name: str
    runs: str
    title: str
    description: str
    needs: tuple[Capability, ...]
    arguments: tuple[ToolArgument, ...] = ()
    toolset: "Toolset" = "core"
    writes: bool = False
    repeatable: bool = True
    destroys: bool = False
    always: bool = False
    answers: Any = str
    retired: tuple[str, ...] = ()
    further: Mapping[str, Any] = NO_ARGUMENTS
    example: Mapping[str, Any] = NO_ARGUMENTS


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


def limit(number: int) -> ToolArgument:
    """The argument for the maximum number of entries in an answer."""
    return ToolArgument("limit", kind=int, default=number, least=1, most=50)


def budget(number: int, least: int = 150) -> ToolArgument:
    """The argument for the maximum number of tokens in an answer."""
    return ToolArgument("budget", kind=int, default=number, least=least, most=10_000)
