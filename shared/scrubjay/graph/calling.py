"""Which code imports which, and calls which? Names resolved by what the file itself imports and defines; pure."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from scrubjay.graph.code import OWN
from scrubjay.graph.linking import Definition, Naming, TreeGround
from scrubjay.graph.model import Edge, EdgeKind, Node, NodeKind, file_key, symbol_key
from scrubjay.graph.modules import Modules
from scrubjay.index.chunking.languages import PREFIX

MAX_REEXPORTS = 4
"""Files that only hand a name on, which are followed one after the other."""


class CodeLinks:
    """Resolves the imports and calls of a view's code."""

    def __init__(self, ground: TreeGround, modules: Modules, definitions: Iterable[Definition]) -> None:
        self._ground = ground
        self._modules = modules
        self._defined: dict[str, dict[str, list[Definition]]] = defaultdict(lambda: defaultdict(list))
        self._ordered: dict[str, list[Definition]] = defaultdict(list)
        for definition in definitions:
            self._defined[definition.path][definition.name].append(definition)
            self._ordered[definition.path].append(definition)
        self._beside_go: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._ordered):
            if path.endswith(".go"):
                self._beside_go[path.rpartition("/")[0]].append(path)
        self._imported: dict[str, dict[str, tuple[tuple[str, ...], str]]] = {}
        """By file and the name in use there: the files that it comes from, and its name there ("" for a module)."""

    def edges(self, namings: Sequence[Naming]) -> Iterator[Node | Edge]:
        """Definitions, imports and calls."""
        for path, definitions in self._ordered.items():
            for one in definitions:
                key = symbol_key(path, one.name)
                yield Node(key, NodeKind.SYMBOL, one.name)
                yield Edge(file_key(path), EdgeKind.DEFINES, key, self._ground.place(path, one.line, one.end))
        code = [naming for naming in namings if naming.format.startswith(PREFIX)]
        for naming in code:
            if naming.mention.role == "import":
                yield from self._import(naming)
        for naming in code:
            if naming.mention.role == "call":
                yield from self._call(naming)

    def _import(self, naming: Naming) -> Iterator[Node | Edge]:
        mention, language = naming.mention, naming.format.removeprefix(PREFIX)
        files = self._modules.resolve(naming.path, language, mention.target, mention.name)
        place = self._ground.place(naming.path, mention.line)
        for path in files:
            if path != naming.path:
                yield Edge(file_key(naming.path), EdgeKind.IMPORTS, file_key(path), place)
        if files and mention.alias:
            module = not mention.name or mention.name == "*" or self._is_module(files, mention.name, language)
            whole = mention.target if not mention.name and mention.alias == mention.target.partition(".")[0] else ""
            known = self._imported.setdefault(naming.path, {})
            known[whole or mention.alias] = (files, "" if module else mention.name)
        elif not files and (name := self._outside(mention.target, language)):
            yield Node(f"module:{name}", NodeKind.MODULE, name)
            yield Edge(file_key(naming.path), EdgeKind.IMPORTS, f"module:{name}", place)

    def _outside(self, target: str, language: str) -> str:
        """The package that others wrote, as an import names it; empty where it is one of the tree that wasn't found."""
        if target.startswith((".", "/", "mod ", "crate", "self", "super", "@/", "~")) or language in (
            "c",
            "cpp",
            "rust",
        ):
            return ""
        if language == "python":
            return target.partition(".")[0]
        if language in ("javascript", "typescript", "tsx"):
            parts = target.split("/")
            return "/".join(parts[:2]) if target.startswith("@") else parts[0]
        return target

    def _is_module(self, files: tuple[str, ...], name: str, language: str) -> bool:
        return language == "python" and any(p.endswith((f"/{name}.py", f"/{name}/__init__.py")) for p in files)

    def _call(self, naming: Naming) -> Iterator[Edge]:
        mention = naming.mention
        target = self._target(naming)
        if target is None:
            return
        caller = self._around(naming.path, mention.line)
        source = symbol_key(naming.path, caller.name) if caller else file_key(naming.path)
        key = symbol_key(target.path, target.name)
        if source != key:
            yield Edge(source, EdgeKind.CALLS, key, self._ground.place(naming.path, mention.line))

    def _target(self, naming: Naming) -> Definition | None:
        path, receiver, name = naming.path, naming.mention.target, naming.mention.name
        imported = self._imported.get(path, {})
        if receiver in OWN:
            caller = self._around(path, naming.mention.line)
            owner = caller.name.rpartition(".")[0] if caller else ""
            return self._only(path, f"{owner}.{name}") if owner else None
        if not receiver:
            if name in imported and imported[name][1]:
                return self._exported(imported[name][0], imported[name][1])
            own = self._only(path, name)
            return own or (self._beside(path, name) if naming.format == "code:go" else None)
        if receiver in imported:
            files, inner = imported[receiver]
            return self._exported(files, f"{inner}.{name}" if inner else name)
        return None

    def _exported(self, files: tuple[str, ...], name: str, seen: int = 0) -> Definition | None:
        """The definition of a name in some files, or in the file from which they only hand it on."""
        found = [one for path in files if (one := self._only(path, name))]
        if len(found) == 1:
            return found[0]
        if found or len(files) != 1 or seen >= MAX_REEXPORTS:
            return None
        first, _, rest = name.partition(".")
        onward = self._imported.get(files[0], {}).get(first)
        if onward is None:
            return None
        inner = ".".join(filter(None, (onward[1], rest)))
        return self._exported(onward[0], inner, seen + 1) if inner else None

    def _beside(self, path: str, name: str) -> Definition | None:
        """The definition in another file of the same Go package."""
        found = [one for p in self._beside_go[path.rpartition("/")[0]] if (one := self._only(p, name))]
        return found[0] if len(found) == 1 else None

    def _only(self, path: str, name: str) -> Definition | None:
        found = self._defined[path][name] if path in self._defined and name in self._defined[path] else []
        return found[0] if len(found) == 1 else None

    def _around(self, path: str, line: int) -> Definition | None:
        """The innermost definition around a line."""
        inside = [one for one in self._ordered.get(path, ()) if one.line <= line <= one.end]
        return min(inside, key=lambda one: (one.end - one.line, -one.line), default=None)
