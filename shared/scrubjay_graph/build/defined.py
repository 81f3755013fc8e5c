"""Definitions of names: in a file, beside it in its package, or once in all; and which files test which."""

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay.model.pattern import pattern
from scrubjay_graph.build.linking import Definition, Naming, TreeGround
from scrubjay_graph.mentions import Mention
from scrubjay_graph.model import Edge, EdgeKind, file_key, symbol_key

_HEADERS = (".h", ".hh", ".hpp", ".hxx")
_C = (".c", ".cc", ".cpp", ".cxx", *_HEADERS)


class DefinedNames:
    """The definitions of a view's code by file and name, also those that need no import.

    Several definitions of one whole name in one file, such as overloads, are one entity: the first stands for them.
    """

    def __init__(self, definitions: Iterable[Definition], namings: Iterable[Naming]) -> None:
        self.ordered: dict[str, list[Definition]] = defaultdict(list)
        self._named: dict[str, dict[str, Definition]] = defaultdict(dict)
        for one in definitions:
            if "\\" not in one.name:
                self.ordered[one.path].append(one)
                self._named[one.path].setdefault(one.name, one)
        self.packages = {
            naming.path: naming.mention.target.replace("\\", ".")
            for naming in namings
            if naming.mention.role == "package" and naming.format != "code:go"
        }
        self._beside: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self._in_c: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._named):
            group = self._package_key(path)
            for name in self._named[path]:
                if group[0]:
                    self._beside[group][name].append(path)
                if path.endswith(_C):
                    self._in_c[name].append(path)

    def members(self) -> Mapping[str, Sequence[str]]:
        """The files of each package, for packages that files declare."""
        found: dict[str, list[str]] = defaultdict(list)
        for path, package in sorted(self.packages.items()):
            found[package].append(path)
        return found

    def declared(self) -> Mapping[str, Sequence[str]]:
        """The files that define a name, by package and name, for files that declare their package."""
        found: dict[str, list[str]] = defaultdict(list)
        for path, package in sorted(self.packages.items()):
            for name in self._named.get(path, ()):
                found[f"{package}.{name}"].append(path)
        return found

    def only(self, path: str, name: str) -> Definition | None:
        """The definition of a whole name in a file."""
        return self._named[path].get(name) if path in self._named else None

    def near(self, path: str, name: str) -> Definition | None:
        """The definition of a whole name in a file, or in one other file of its package; in C, of the tree."""
        if found := self.only(path, name):
            return found
        group = self._package_key(path)
        paths = self._beside[group].get(name, []) if group[0] and group in self._beside else []
        if not paths and path.endswith(_C):
            paths = self._in_c.get(name, [])
            paths = [p for p in paths if not p.endswith(_HEADERS)] or paths
        return self.only(paths[0], name) if len(paths) == 1 else None

    def around(self, path: str, line: int, *, but: str = "") -> Definition | None:
        """The innermost definition around a line; none of the name `but` that begins there."""
        inside = [
            one
            for one in self.ordered.get(path, ())
            if one.line <= line <= one.end and not (but and one.line == line and one.name.rpartition(".")[2] == but)
        ]
        if not inside and path.endswith(_C):  # a definition of C may end with its head; what follows is its body
            return next((one for one in reversed(self.ordered.get(path, ())) if one.line <= line), None)
        return min(inside, key=lambda one: (one.end - one.line, -one.line), default=None)

    def _package_key(self, path: str) -> tuple[str, str]:
        """The package of a file, as kind and name, whose files see each other's names without an import."""
        if path.endswith(".go"):
            return ("go", path.rpartition("/")[0])
        package = self.packages.get(path)
        return (path.rpartition(".")[2], package) if package is not None else ("", "")


ITSELF: Final = frozenset({"self", "super", "crate", "Self", "static"})
"""First names that are something of the tree."""

Package = Callable[[Naming], str]
"""The package of others that an import names; empty for one of the tree."""


class OutsideNames:
    """The names of what others wrote, as the files of the tree use them."""

    def __init__(self, code: Iterable[Naming], names: DefinedNames, package: Package) -> None:
        self._imports = {
            (naming.path, naming.mention.alias): naming
            for naming in code
            if naming.mention.role == "import" and naming.mention.alias
        }
        self._own = {one.name.rpartition(".")[2] for held in names.ordered.values() for one in held}
        self._package = package

    def whole(self, naming: Naming, receiver: str, name: str) -> str:
        """The whole name of an outside thing, with its package if imported; empty where it may be of the tree."""
        parts = [*receiver.split("."), name] if receiver else [name]
        for length in range(len(parts), 0, -1):
            found = self._imports.get((naming.path, ".".join(parts[:length])))
            if found is not None:
                beginning = _imported_name(found) if self._package(found) else ""
                return ".".join((beginning, *parts[length:])) if beginning else ""
        return "" if name in self._own or parts[0] in ITSELF else ".".join(parts)


def outside_key(whole: str) -> str:
    """The key of something that others wrote: a symbol of no file."""
    return symbol_key("", whole)


def stated_name(mention: Mention) -> str:
    """The whole name that an import states, its parts separated by full stops."""
    name = "" if mention.name == "*" else mention.alias if mention.name == "default" else mention.name
    return ".".join(filter(None, (mention.target.replace("::", ".").replace("\\", ".").strip("."), name)))


def _imported_name(naming: Naming) -> str:
    """The whole name that an import brings: of `import a.b` in Python `a` alone."""
    mention = naming.mention
    first = mention.target.partition(".")[0]
    whole_module = naming.format == f"{PREFIX}python" and not mention.name and mention.alias == first
    return first if whole_module else stated_name(mention)


_FOLDERS: Final = frozenset({"test", "tests", "__tests__", "spec", "specs", "testing", "integration-tests", "e2e"})
_STEM: Final = pattern(
    r"\A(?:test[_-](?P<after>.+)|(?P<before>.+?)(?:[._-](?:test|tests|spec|specs)|Tests?|Spec|IT))\Z"
)
_TEXTS: Final = frozenset({"md", "rst", "txt", "adoc", "json", "yml", "yaml", "toml", "html", "css", "snap"})


def is_test(path: str) -> bool:
    """Whether a file is a test, by its folder or its name."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0] if name.startswith("test_") else posixpath.splitext(name)[0]
    return bool(_FOLDERS & {part.lower() for part in folder.split("/")}) or bool(_STEM.match(stem))


def test_edges(ground: TreeGround) -> Iterator[Edge]:
    """The edge from each test to the one file that it is named for: beside it, or the only one of that name."""
    sources: dict[str, list[str]] = defaultdict(list)
    for path in ground.paths:
        stem, dot, end = posixpath.basename(path).rpartition(".")
        if dot and end not in _TEXTS and not is_test(path):
            sources[f"{stem}.{end}"].append(path)
    for path in sorted(ground.paths):
        stem, dot, end = posixpath.basename(path).rpartition(".")
        match = _STEM.match(stem) if dot and end not in _TEXTS else None
        if not match:
            continue
        named = match["after"] or match["before"]
        found = [one for name in _ends(named, end) for one in sources.get(name, ())]
        beside = [one for one in found if posixpath.dirname(one) == posixpath.dirname(path)]
        chosen = beside or found
        if len(chosen) == 1:
            yield Edge(file_key(path), EdgeKind.TESTS, file_key(chosen[0]), ground.place(path, 1))


def _ends(stem: str, end: str) -> tuple[str, ...]:
    """The names that a test's source may have; a script's may end otherwise than its test's."""
    ends = ("ts", "tsx", "js", "jsx", "mjs", "cjs") if end in ("ts", "tsx", "js", "jsx", "mjs", "cjs") else (end,)
    return tuple(f"{stem}.{one}" for one in ends)
