"""Counts of the product's tree; its syntax trees are parsed once for all tests of a session."""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.project.handed_on import chains
from tests.project.trees import tree_of

TOP = Path(__file__).parents[2]
CORE = TOP / "shared" / "scrubjay"
SHORT = 40
"""Lines below which a module says too little to be one."""
FAR = 5
"""Calls through which a parameter may be handed on under its name."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def modules() -> dict[str, Path]:
    """The product's modules by their dotted names: what lies in shared/ and servers/."""
    roots = [TOP / "shared", TOP / "servers"]
    files = [(root, file) for root in roots for file in sorted(root.glob("scrubjay*/**/*.py"))]
    return {
        ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): file for root, file in files
    }


@cache
def lines_of(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


@cache
def _statements(module: str) -> tuple[tuple[ast.stmt, bool], ...]:
    """A module's imports, each with whether it stands inside a function."""
    return tuple(_imports(tree_of(modules()[module]).body, inside=False))


def _imports(body: Iterable[ast.AST], *, inside: bool) -> Iterator[tuple[ast.stmt, bool]]:
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, inside
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from _imports(getattr(node, part, ()), inside=inside or isinstance(node, FUNCTIONS))


@cache
def imports_of(module: str) -> frozenset[str]:
    """The product's modules that a module imports anywhere: at the top, in functions, for types."""
    return frozenset(name for node, _ in _statements(module) for name in _named(module, node)) - {module}


def _named(module: str, node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (one.name for one in names if one.name in modules())
        case ast.ImportFrom(module=source, names=names, level=level):
            base = _base(module, source or "", level)
            for one in names:
                inner = f"{base}.{one.name}"
                yield from [inner] if inner in modules() else [base] if base in modules() else []


def _base(module: str, source: str, level: int) -> str:
    if not level:
        return source
    package = module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]
    return ".".join([*package.split(".")[: len(package.split(".")) - level + 1], *filter(None, [source])])


@cache
def importers() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for module in modules():
        for imported in imports_of(module):
            found[imported].add(module)
    return found


def folders() -> int:
    return sum((folder / "__init__.py").is_file() for folder in CORE.iterdir())


def layers() -> int:
    """Of the longest list of layers in which import-linter holds the core."""
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return max(
        len(one["layers"]) for one in contracts if one["type"] == "layers" and "scrubjay" in one.get("containers", ())
    )


def files() -> int:
    return len(modules())


def short_files() -> int:
    return sum(lines_of(file) < SHORT for file in modules().values() if file.name != "__init__.py")


def with_one_importer_beside() -> int:
    """Modules that one module alone imports, and that one lies in the same folder."""
    return sum(
        modules()[next(iter(named))].parent == modules()[module].parent
        for module, named in importers().items()
        if len(named) == 1 and modules()[module].name != "__init__.py"
    )


def imports_in_functions() -> int:
    return sum(inside for module in modules() for _, inside in _statements(module))


def handed_far() -> int:
    """Parameters that are handed on unchanged through more than FAR calls, as far as names tell the callee."""
    return len(chains({module: tree_of(file) for module, file in modules().items()}, FAR))


def lines_of_the_core() -> int:
    """The door and its suites apart: they weren't there when this began."""
    return sum(lines_of(file) for file in modules().values() if file.is_relative_to(CORE) and not _of_the_door(file))


def lines_of_all() -> int:
    """The door and its suites apart."""
    return sum(lines_of(file) for file in modules().values() if not _of_the_door(file))


def _of_the_door(file: Path) -> bool:
    return file.is_relative_to(CORE / "extensions")


def _package(module: str) -> str:
    """The folder of the core, or the package beside it, that a module belongs to."""
    top, *rest = module.split(".")
    return f"{top}.{rest[0]}" if top == "scrubjay" and rest else top


def circles() -> int:
    """Groups of modules that lead to each other, types included."""
    return len(_groups({module: set(imports_of(module)) for module in modules()}))


def packages_in_circles() -> int:
    """Folders of the core, and packages beside it, that lead to each other, types included."""
    edges: dict[str, set[str]] = defaultdict(set)
    for module in modules():
        edges[_package(module)] |= {_package(imported) for imported in imports_of(module)} - {_package(module)}
    return sum(map(len, _groups(edges)))


def _groups(edges: dict[str, set[str]]) -> list[set[str]]:
    """The sets of more than one name in which each leads to each."""
    reached = {name: _reached(edges, name) for name in list(edges)}
    groups = {frozenset(other for other in reached[name] if name in reached.get(other, ())) for name in reached}
    return [set(group) for group in groups if len(group) > 1]


def _reached(edges: dict[str, set[str]], name: str) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        new = edges.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def core_to_extension() -> int:
    """Imports of the core that name a package beside it."""
    return sum(
        not imported.startswith("scrubjay.") and imported != "scrubjay"
        for module, file in modules().items()
        if file.is_relative_to(CORE)
        for imported in imports_of(module)
    )
