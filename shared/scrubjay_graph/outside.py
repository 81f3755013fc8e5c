"""What is a base called that others wrote? Its whole name, by the file's imports, unless the tree may have it; pure."""

from collections.abc import Callable, Iterable
from typing import Final

from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay_graph.defined import DefinedNames
from scrubjay_graph.linking import Naming
from scrubjay_graph.mentions import Mention
from scrubjay_graph.model import symbol_key

ITSELF: Final = frozenset({"self", "super", "crate", "Self", "static"})
"""First names that are something of the tree."""

Package = Callable[[Naming], str]
"""The package of others that an import names; empty for one of the tree."""


class OutsideNames:
    """The names of what isn't of the tree, as its files use them."""

    def __init__(self, code: Iterable[Naming], names: DefinedNames, package: Package) -> None:
        self._imports = {
            (naming.path, naming.mention.alias): naming
            for naming in code
            if naming.mention.role == "import" and naming.mention.alias
        }
        self._own = {one.name.rpartition(".")[2] for held in names.ordered.values() for one in held}
        self._package = package

    def whole(self, naming: Naming, receiver: str, name: str) -> str:
        """The whole name behind its package; alone where nothing imports it; empty where the tree may have it."""
        parts = [*receiver.split("."), name] if receiver else [name]
        for length in range(len(parts), 0, -1):
            found = self._imports.get((naming.path, ".".join(parts[:length])))
            if found is not None:
                beginning = _stated(found) if self._package(found) else ""
                return ".".join((beginning, *parts[length:])) if beginning else ""
        return "" if name in self._own or parts[0] in ITSELF else ".".join(parts)


def outside_key(whole: str) -> str:
    """The key of something that others wrote: a symbol of no file."""
    return symbol_key("", whole)


def stated(mention: Mention) -> str:
    """The whole name that an import states, its parts behind full stops."""
    name = "" if mention.name == "*" else mention.alias if mention.name == "default" else mention.name
    return ".".join(filter(None, (mention.target.replace("::", ".").replace("\\", ".").strip("."), name)))


def _stated(naming: Naming) -> str:
    mention = naming.mention
    first = mention.target.partition(".")[0]
    whole_module = naming.format == f"{PREFIX}python" and not mention.name and mention.alias == first
    return first if whole_module else stated(mention)
