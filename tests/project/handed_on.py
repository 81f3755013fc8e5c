"""Chains of calls through which a parameter is handed on under its own name, as far as names alone tell the callee."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[str, str]
"""A function, by its module and its qualified name, and one of its parameters."""


@dataclass
class Definitions:
    """Where each name of a function stands: alone, or as a method."""

    functions: dict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))
    methods: dict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))
    parameters: dict[Place, tuple[str, ...]] = field(default_factory=dict)
    bodies: dict[Place, Function] = field(default_factory=dict)


def chains(trees: Mapping[str, ast.Module], far: int) -> list[list[str]]:
    """The longest chain from each parameter that nobody hands on to it, where it has more than `far` calls."""
    known = Definitions()
    for module, tree in trees.items():
        _define(known, module, tree.body, "")
    edges: dict[tuple[Place, str], set[tuple[Place, str]]] = defaultdict(set)
    for place, body in known.bodies.items():
        for name, callee in _handed_on(known, place, body):
            edges[place, name].add((callee, name))
    begun = set(edges) - {node for named in edges.values() for node in named}
    longest: dict[tuple[Place, str], list[tuple[Place, str]]] = {}
    paths = [_longest(edges, node, longest, ()) for node in sorted(begun)]
    return [[f"{place[0]}.{place[1]}({name})" for place, name in path] for path in paths if len(path) - 1 > far]


def _define(known: Definitions, module: str, body: Iterable[ast.stmt], owner: str) -> None:
    for node in body:
        if isinstance(node, ast.ClassDef):
            _define(known, module, node.body, node.name)
        elif isinstance(node, FUNCTIONS):
            place = (module, f"{owner}.{node.name}" if owner else node.name)
            named = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
            static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)
            known.parameters[place] = (
                *named[1 if owner and not static else 0 :],
                *(one.arg for one in node.args.kwonlyargs),
            )
            known.bodies[place] = node
            if node.name == "__init__":
                known.functions[owner].append(place)
            elif owner:
                known.methods[node.name].append(place)
            else:
                known.functions[node.name].append(place)


def _handed_on(known: Definitions, place: Place, body: Function) -> Iterator[tuple[str, Place]]:
    own = set(known.parameters[place])
    nodes = list(ast.walk(body))
    own -= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if not own:
        return
    for node in nodes:
        if isinstance(node, ast.Call) and (callee := _callee(known, place, node.func)) and callee != place:
            names = known.parameters[callee]
            given = [*zip(names, node.args, strict=False), *((one.arg, one.value) for one in node.keywords)]
            for name, value in given:
                if isinstance(value, ast.Name) and value.id == name and name in own and name in names:
                    yield name, callee


def _callee(known: Definitions, place: Place, function: ast.expr) -> Place | None:
    """The function that a call means: of the same module or class, else the only one of its name."""
    match function:
        case ast.Name(id=name):
            found = known.functions.get(name, [])
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
            owner = place[1].rpartition(".")[0]
            return (place[0], f"{owner}.{name}") if (place[0], f"{owner}.{name}") in known.bodies else None
        case ast.Attribute(attr=name):
            found = [*known.methods.get(name, []), *known.functions.get(name, [])]
        case _:
            return None
    here = [one for one in found if one[0] == place[0]]
    return found[0] if len(found) == 1 else here[0] if len(here) == 1 else None


def _longest(
    edges: Mapping[tuple[Place, str], set[tuple[Place, str]]],
    node: tuple[Place, str],
    known: dict[tuple[Place, str], list[tuple[Place, str]]],
    above: tuple[tuple[Place, str], ...],
) -> list[tuple[Place, str]]:
    if node in known:
        return known[node]
    further = [
        _longest(edges, callee, known, (*above, node)) for callee in sorted(edges.get(node, ())) if callee not in above
    ]
    known[node] = [node, *max(further, key=len, default=[])]
    return known[node]
