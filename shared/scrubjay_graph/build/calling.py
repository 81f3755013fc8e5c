"""Relations of code files: imports, calls and extends, with names resolved by the file's own imports; pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from scrubjay.knowledge.chunking.languages import PREFIX
from scrubjay_graph.build.code import HERE
from scrubjay_graph.build.defined import DefinedNames, OutsideNames, outside_key
from scrubjay_graph.build.linking import Definition, Naming, TreeGround
from scrubjay_graph.build.manifests import Manifests
from scrubjay_graph.build.modules import Modules
from scrubjay_graph.model import Edge, EdgeKind, Node, NodeKind, file_key, symbol_key

MAX_REEXPORTS = 4
"""Files that only hand a name on, which are followed one after the other; types above a type as well."""

MODULE_LANGUAGES = ("python", "rust")
"""Languages in which an import may name a file as it names what a file defines."""


class CodeLinks:
    """Resolves the imports, calls and bases of a view's code."""

    def __init__(
        self,
        ground: TreeGround,
        manifests: Manifests,
        definitions: Iterable[Definition],
        namings: Sequence[Naming],
    ) -> None:
        self._ground = ground
        self._code = [naming for naming in namings if naming.format.startswith(PREFIX)]
        self._names = DefinedNames(definitions, self._code)
        self._modules = Modules(ground.paths, manifests, self._names.declared(), self._names.members())
        self._outside = OutsideNames(self._code, self._names, self._package)
        self._imported: dict[tuple[str, str], dict[str, tuple[tuple[str, ...], str]]] = defaultdict(dict)
        """By place and the name in use there: the files that it comes from, and its name there ("" for a module).

        A place is a file with the definition around the import; of an import at the top with nothing.
        """

        self._whole: dict[tuple[str, str], list[tuple[str, ...]]] = defaultdict(list)
        """By place: the files of which it imports every name."""

        self._defaults: dict[str, str] = {}
        """By file of a script: the name of what it exports by default."""

        self._bases: dict[tuple[str, str], list[Definition]] = defaultdict(list)
        """By file and type: what the type extends."""

    def edges(self) -> Iterator[Node | Edge]:
        """The edges of a view's code: definitions, imports, bases and calls."""
        for path, definitions in self._names.ordered.items():
            for one in definitions:
                key = symbol_key(path, one.name)
                yield Node(key, NodeKind.SYMBOL, one.name)
                yield Edge(file_key(path), EdgeKind.DEFINES, key, self._ground.place(path, one.line, one.end))
        by_role: dict[str, list[Naming]] = defaultdict(list)
        for naming in self._code:
            by_role[naming.mention.role].append(naming)
        self._defaults = {naming.path: naming.mention.target for naming in by_role["export"]}
        for naming in by_role["import"]:
            yield from self._import_edges(naming)
        for naming in by_role["extend"]:
            yield from self._extend_edges(naming)
        for naming in by_role["call"]:
            yield from self._call_edge(naming)

    def _import_edges(self, naming: Naming) -> Iterator[Node | Edge]:
        """The edges of an import, which is also remembered for the names that it brings."""
        mention, language = naming.mention, naming.format.removeprefix(PREFIX)
        files = self._modules.resolve(naming.path, language, mention.target, mention.name)
        place = self._ground.place(naming.path, mention.line)
        for path in files:
            if path != naming.path:
                yield Edge(file_key(naming.path), EdgeKind.IMPORTS, file_key(path), place)
        scope = self._scope(naming)
        if files and mention.alias:
            module = mention.name == "*" or self._is_module(files, mention, language)
            inner = "" if module else mention.name or (mention.alias if language in ("java", "php") else "")
            if language == "php":
                inner = mention.target.rpartition("\\")[2]
            elif language == "java" and not mention.name:
                inner = mention.target.rpartition(".")[2]
            whole = mention.target if not mention.name and mention.alias == mention.target.partition(".")[0] else ""
            self._imported[naming.path, scope][whole or mention.alias] = (files, inner)
        elif files and mention.name == "*":
            self._whole[naming.path, scope].append(files)
        elif not files and (name := _external_package(mention.target, language)):
            yield Node(f"module:{name}", NodeKind.MODULE, name)
            yield Edge(file_key(naming.path), EdgeKind.IMPORTS, f"module:{name}", place)
            if scope and mention.alias:  # there it hides what the file has under this name
                self._imported[naming.path, scope][mention.alias] = ((), "")

    def _scope(self, naming: Naming) -> str:
        """The function or class in which alone an import applies; empty for an import at the top of a file."""
        mention = naming.mention
        if not mention.alias and mention.name != "*":
            return ""
        around = self._names.around(naming.path, mention.line, but=mention.alias)
        return around.name if around else ""

    def _scopes(self, naming: Naming) -> Iterator[str]:
        """The names of the definitions around a place, from the inside out, and last an empty name for the file."""
        around = self._names.around(naming.path, naming.mention.line)
        name = around.name if around else ""
        while name:
            yield name
            name = name.rpartition(".")[0]
        yield ""

    def _is_module(self, files: tuple[str, ...], mention: object, language: str) -> bool:
        """Whether an import names a module and not something in it."""
        name = getattr(mention, "name", "") or getattr(mention, "target", "").rpartition("::")[2]
        ends = (f"/{name}.py", f"/{name}/__init__.py", f"/{name}.rs", f"/{name}/mod.rs")
        if language == "rust" and not getattr(mention, "name", ""):
            return True
        return language in MODULE_LANGUAGES and any(f"/{path}".endswith(ends) for path in files)

    def _package(self, naming: Naming) -> str:
        """The outside package that an import names; empty for an import from the tree."""
        mention, language = naming.mention, naming.format.removeprefix(PREFIX)
        own = self._modules.resolve(naming.path, language, mention.target, mention.name)
        return "" if own else _external_package(mention.target, language)

    def _extend_edges(self, naming: Naming) -> Iterator[Node | Edge]:
        """The edge from a type to a type that it extends."""
        path, mention = naming.path, naming.mention
        around = self._names.around(path, mention.line)
        own = self._within(path, around.name if around else "", mention.alias) if mention.alias else around
        base = self._named(naming, mention.target, mention.name)
        whole = self._outside.whole(naming, mention.target, mention.name) if base is None else ""
        if own is not None and whole:
            yield Node(outside_key(whole), NodeKind.SYMBOL, whole)
            source = symbol_key(own.path, own.name)
            yield Edge(source, EdgeKind.EXTENDS, outside_key(whole), self._ground.place(path, mention.line))
        if own is None or base is None or own == base:
            return
        self._bases[own.path, own.name].append(base)
        source, target = symbol_key(own.path, own.name), symbol_key(base.path, base.name)
        yield Edge(source, EdgeKind.EXTENDS, target, self._ground.place(path, mention.line))

    def _call_edge(self, naming: Naming) -> Iterator[Edge]:
        """The edge from the caller to what it calls; none where that isn't known."""
        mention = naming.mention
        target = self._named(naming, mention.target, mention.name)
        if target is None:
            return
        caller = self._names.around(naming.path, mention.line)
        source = symbol_key(naming.path, caller.name) if caller else file_key(naming.path)
        key = symbol_key(target.path, target.name)
        if source != key:
            yield Edge(source, EdgeKind.CALLS, key, self._ground.place(naming.path, mention.line))

    def _named(self, naming: Naming, receiver: str, name: str) -> Definition | None:
        """The definition that a name means behind a receiver, in the file that uses it."""
        path = naming.path
        if receiver in ("self", "super"):
            caller = self._names.around(path, naming.mention.line)
            owner = caller.name.rpartition(".")[0] if caller else ""
            return self._method(path, owner, name, own=receiver == "self") if owner else None
        parts = [*receiver.split("."), name] if receiver else [name]
        if naming.mention.alias == HERE and naming.mention.role == "call":
            return self._here(naming, ".".join(parts))
        for scope in self._scopes(naming):
            imported = self._imported.get((path, scope), {})
            for length in range(len(parts), 0, -1):
                known = imported.get(".".join(parts[:length]))
                if known is None:
                    continue
                inner = ".".join(filter(None, (known[1], *parts[length:])))
                return self._exported(known[0], inner) if inner else None
        if naming.format == "code:rust" and parts[0] in ("crate", "super"):
            files = self._modules.resolve(path, "rust", "::".join(parts[:-1]))
            return self._exported(files, name) or self._exported(files, ".".join(parts[-2:]))
        if not receiver and naming.format == "code:java" and (own := self._inside(naming, name)):
            return own
        if not receiver and (own := self._nested(naming, name)):
            return own
        return self._near(path, ".".join(parts)) or self._from_whole(naming, ".".join(parts))

    def _within(self, path: str, outer: str, name: str) -> Definition | None:
        """The type that a name means at a place: from the inside out, else in the file or its package."""
        while outer:
            if found := self._names.only(path, f"{outer}.{name}"):
                return found
            outer = outer.rpartition(".")[0]
        return self._names.near(path, name)

    def _here(self, naming: Naming, name: str) -> Definition | None:
        """The definition of a name in its own file, from the inside out."""
        found = (
            self._names.only(naming.path, f"{scope}.{name}" if scope else name)
            or self._member(naming.path, f"{scope}.{name}" if scope else name)
            for scope in self._scopes(naming)
        )
        return next(filter(None, found), None)

    def _nested(self, naming: Naming, name: str) -> Definition | None:
        """The definition of a name inside the function around a call."""
        caller = self._names.around(naming.path, naming.mention.line)
        return self._names.only(naming.path, f"{caller.name}.{name}") if caller else None

    def _inside(self, naming: Naming, name: str) -> Definition | None:
        """A method of the class around a call, since Java may name it without a receiver."""
        caller = self._names.around(naming.path, naming.mention.line)
        owner = caller.name.rpartition(".")[0] if caller else ""
        return self._method(naming.path, owner, name, own=True) if owner else None

    def _method(self, path: str, owner: str, name: str, *, own: bool, seen: int = 0) -> Definition | None:
        """The definition of a member of a type, its own or inherited."""
        if own and (found := self._names.near(path, f"{owner}.{name}")):
            return found
        for base in self._bases.get((path, owner), ()) if seen < MAX_REEXPORTS else ():
            if above := self._method(base.path, base.name, name, own=True, seen=seen + 1):
                return above
        return None

    def _near(self, path: str, name: str) -> Definition | None:
        """The definition of a name in the file or its package; for a member, also that of a base type."""
        if found := self._names.near(path, name):
            return found
        owner, _, member = name.rpartition(".")
        held = self._names.near(path, owner) if owner else None
        return self._method(held.path, held.name, member, own=False) if held else None

    def _from_whole(self, naming: Naming, name: str) -> Definition | None:
        """The definition of a name in a file whose every name is imported; None where two files have it."""
        whole = [files for scope in self._scopes(naming) for files in self._whole.get((naming.path, scope), ())]
        found = [one for files in whole if (one := self._exported(files, name, MAX_REEXPORTS - 1))]
        return found[0] if len({(one.path, one.name) for one in found}) == 1 else None

    def _exported(self, files: tuple[str, ...], name: str, seen: int = 0) -> Definition | None:
        """The definition of a name in some files, or in the file from which they only hand it on."""
        first, _, rest = name.partition(".")
        if first == "default" and len(files) == 1:
            named = self._defaults.get(files[0], "")
            behind = [self._exported(files, whole, seen) for whole in (_joined(named, rest), rest) if whole]
            return next(filter(None, behind), None)
        found = [one for path in files if (one := self._names.only(path, name))]
        if not found and rest:
            found = [one for path in files if (one := self._member(path, name))]
        if len(found) == 1:
            return found[0]
        if found or len(files) != 1 or seen >= MAX_REEXPORTS:
            return None
        onward = self._imported.get((files[0], ""), {}).get(first)
        if onward is None:
            handed = [self._exported(more, name, seen + 1) for more in self._whole.get((files[0], ""), ())]
            told = list(filter(None, handed))
            return told[0] if len(told) == 1 else None
        inner = ".".join(filter(None, (onward[1], rest)))
        return self._exported(onward[0], inner, seen + 1) if inner else None

    def _member(self, path: str, name: str) -> Definition | None:
        """The definition of a member that a type of a file inherits."""
        owner, _, member = name.rpartition(".")
        return self._method(path, owner, member, own=False) if self._names.only(path, owner) else None


def _joined(named: str, rest: str) -> str:
    """A name with the rest behind a full stop, where both are there."""
    return f"{named}.{rest}" if named and rest else named


def _external_package(target: str, language: str) -> str:
    """The external package that an import names; empty for an import of the tree's own files."""
    if target.startswith((".", "/", "mod ", "crate", "self", "super", "@/", "~")) or language in ("c", "cpp"):
        return ""
    if language == "python":
        return target.partition(".")[0]
    if language == "rust":
        return target.partition("::")[0]
    if language in ("javascript", "typescript", "tsx"):
        parts = target.split("/")
        return "/".join(parts[:2]) if target.startswith("@") else parts[0]
    return "" if target.endswith(".php") else target
