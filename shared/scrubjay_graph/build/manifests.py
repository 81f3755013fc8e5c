"""Manifests of a tree: its own packages, and its services with what each needs and who owns it."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from scrubjay.model.frozen import dataclass, field
from scrubjay.model.pattern import pattern
from scrubjay_graph.mentions import MAX_TEXT, Mention

NAMES: Final = frozenset({"go.mod", "Cargo.toml", "package.json", "composer.json"})
MOST: Final = 500
"""Manifests of a tree that are read, the shortest paths first."""


@dataclass(frozen=True, slots=True)
class Manifests:
    """The packages of a tree by name, each with the folder of its manifest; for PHP, folders by prefix."""

    go: Mapping[str, str] = field(default_factory=dict)
    """The module that a folder's go.mod names."""

    rust: Mapping[str, str] = field(default_factory=dict)
    """The folder of a crate, by the name under which code uses it."""

    node: Mapping[str, str] = field(default_factory=dict)
    """The folder of a package, by its name."""

    php: tuple[tuple[str, str], ...] = ()
    """Namespaces (without the last backslash) and folders, the longest namespace first."""


def is_manifest(path: str) -> bool:
    """Whether a path is that of a manifest."""
    return path.rpartition("/")[2] in NAMES


def manifests(texts: Mapping[str, str]) -> Manifests:
    """The packages that some manifests name; a manifest that can't be read names none."""
    go: dict[str, str] = {}
    rust: dict[str, str] = {}
    node: dict[str, str] = {}
    php: list[tuple[str, str]] = []
    for path, text in sorted(texts.items(), key=lambda pair: (len(pair[0]), pair[0])):
        folder, _, name = path.rpartition("/")
        if name == "go.mod":
            if module := _go_module(text):
                go[folder] = module
        elif name == "Cargo.toml":
            if crate := _crate_name(text):
                rust.setdefault(crate, folder)
        elif name == "package.json":
            if package := _json(text).get("name"):
                node.setdefault(str(package), folder)
        else:
            php += _prefixes(_json(text), folder)
    return Manifests(go, rust, node, tuple(sorted(php, key=lambda pair: (-len(pair[0]), pair))))


def _go_module(text: str) -> str:
    """The module that a go.mod names; empty for none."""
    line = next((line for line in text.split("\n") if line.startswith("module ")), "")
    return line.removeprefix("module ").partition("//")[0].strip().strip('"')


def _crate_name(text: str) -> str:
    """The crate that a Cargo.toml names; empty for none."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return ""
    for table in ("lib", "package"):
        held = found.get(table)
        if isinstance(held, dict) and isinstance(held.get("name"), str):
            return str(held["name"]).replace("-", "_")
    return ""


def _json(text: str) -> dict[str, Any]:
    """The object of a JSON text; empty for any other text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _prefixes(composer: dict[str, Any], folder: str) -> Iterator[tuple[str, str]]:
    """The namespaces of a composer.json, each with its folder."""
    for key in ("autoload", "autoload-dev"):
        held = composer.get(key)
        mapped = held.get("psr-4") if isinstance(held, dict) else None
        for prefix, places in mapped.items() if isinstance(mapped, dict) else ():
            for place in places if isinstance(places, list) else [places]:
                if isinstance(place, str):
                    yield prefix.strip("\\"), "/".join(filter(None, (folder, place.strip("./ "))))


MAX_BYTES: Final = 500_000
MAX_DOCUMENTS: Final = 200

_COMPOSE = pattern(r"(?:^|/)(?:docker-)?compose[\w.-]*\.ya?ml\Z")
_CATALOG = pattern(r"(?:^|/)catalog-info\.ya?ml\Z")
_KIND = pattern(r"^(?:component|resource|api|system):(?:[\w.-]+/)?", re.IGNORECASE)


def declares_services(path: str) -> bool:
    """Whether a file with this path declares services."""
    return bool(_COMPOSE.search(path) or _CATALOG.search(path))


def declared(path: str, text: str) -> tuple[Mention, ...]:
    """The services of a file: each one (`service`), what it needs (`depends`, by `name`), who owns it (`owner`).

    Text that is no YAML declares nothing.
    """
    try:
        documents = list(yaml.compose_all(text, Loader=yaml.SafeLoader))[:MAX_DOCUMENTS]
    except (yaml.YAMLError, ValueError, RecursionError):
        return ()
    read = _compose_services if _COMPOSE.search(path) else _catalog_services
    return tuple(sorted({mention for document in documents for mention in read(document)}))


def _compose_services(root: yaml.Node | None) -> Iterator[Mention]:
    """The services of a compose file, and what each depends on."""
    for name, service in _items(_value(root, "services")):
        yield Mention(_line(name), "service", _text(name))
        needs = _value(service, "depends_on")
        named = [key for key, _ in _items(needs)] or list(getattr(needs, "value", []) or [])
        for need in named:
            if isinstance(need, yaml.ScalarNode):
                yield Mention(_line(need), "depends", _text(need), _text(name))


def _catalog_services(root: yaml.Node | None) -> Iterator[Mention]:
    """The service of a catalog's entry, with what it depends on and who owns it."""
    kind, name, spec = _value(root, "kind"), _value(_value(root, "metadata"), "name"), _value(root, "spec")
    if _text(kind) not in ("Component", "Resource", "API") or not _text(name):
        return
    yield Mention(_line(name), "service", _text(name))
    for key in ("dependsOn", "consumesApis"):
        for need in getattr(_value(spec, key), "value", []) or []:
            if isinstance(need, yaml.ScalarNode) and _text(need):
                yield Mention(_line(need), "depends", _KIND.sub("", _text(need)), _text(name))
    owner = _value(spec, "owner")
    if _text(owner):
        yield Mention(_line(owner), "owner", re.sub(r"^(?:group|user):(?:[\w.-]+/)?", "", _text(owner)), _text(name))


def _items(node: yaml.Node | None) -> list[tuple[yaml.Node, yaml.Node]]:
    """The keys and values of a YAML mapping; none for any other node."""
    return list(node.value) if isinstance(node, yaml.MappingNode) else []


def _value(node: yaml.Node | None, key: str) -> yaml.Node | None:
    """The value of a key in a YAML mapping; None where it isn't there."""
    return next((value for name, value in _items(node) if _text(name) == key), None)


def _text(node: yaml.Node | None) -> str:
    """The text of a YAML scalar; empty for any other node."""
    return str(node.value).strip()[:MAX_TEXT] if isinstance(node, yaml.ScalarNode) else ""


def _line(node: yaml.Node | None) -> int:
    """The line of a YAML node, from 1 on."""
    return int(node.start_mark.line) + 1 if node is not None else 1
