"""What the manifests of a tree call its own packages: go.mod, Cargo.toml, package.json, composer.json; pure."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

NAMES: Final = frozenset({"go.mod", "Cargo.toml", "package.json", "composer.json"})
MOST: Final = 500
"""Manifests of a tree that are read, the shortest paths first."""


@dataclass(frozen=True, slots=True)
class Manifests:
    """The names of a tree's own packages, each with the folder of its manifest; of PHP the folders of a prefix."""

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
    """The packages that some manifests name; one that can't be read names none."""
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
            if crate := _crate(text):
                rust.setdefault(crate, folder)
        elif name == "package.json":
            if package := _json(text).get("name"):
                node.setdefault(str(package), folder)
        else:
            php += _prefixes(_json(text), folder)
    return Manifests(go, rust, node, tuple(sorted(php, key=lambda pair: (-len(pair[0]), pair))))


def _go_module(text: str) -> str:
    line = next((line for line in text.split("\n") if line.startswith("module ")), "")
    return line.removeprefix("module ").partition("//")[0].strip().strip('"')


def _crate(text: str) -> str:
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
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _prefixes(composer: dict[str, Any], folder: str) -> Iterator[tuple[str, str]]:
    for key in ("autoload", "autoload-dev"):
        held = composer.get(key)
        mapped = held.get("psr-4") if isinstance(held, dict) else None
        for prefix, places in mapped.items() if isinstance(mapped, dict) else ():
            for place in places if isinstance(places, list) else [places]:
                if isinstance(place, str):
                    yield prefix.strip("\\"), "/".join(filter(None, (folder, place.strip("./ "))))
