"""Services that a repository declares, with what each needs and who owns it: Compose files and service catalogs."""

import re
from collections.abc import Iterator
from typing import Final

import yaml

from scrubjay_graph.mentions import MAX_TEXT, Mention

MAX_BYTES: Final = 500_000
MAX_DOCUMENTS: Final = 200

_COMPOSE = re.compile(r"(?:^|/)(?:docker-)?compose[\w.-]*\.ya?ml\Z")
_CATALOG = re.compile(r"(?:^|/)catalog-info\.ya?ml\Z")
_KIND = re.compile(r"^(?:component|resource|api|system):(?:[\w.-]+/)?", re.IGNORECASE)


def declares_services(path: str) -> bool:
    """Whether a path is that of a file which declares services."""
    return bool(_COMPOSE.search(path) or _CATALOG.search(path))


def declared(path: str, text: str) -> tuple[Mention, ...]:
    """The services of a file: each by itself (`service`), what it needs (`depends`, by `name`), who owns it (`owner`).

    Text that is no YAML declares nothing.
    """
    try:
        documents = list(yaml.compose_all(text, Loader=yaml.SafeLoader))[:MAX_DOCUMENTS]
    except (yaml.YAMLError, ValueError, RecursionError):
        return ()
    read = _compose if _COMPOSE.search(path) else _catalog
    return tuple(sorted({mention for document in documents for mention in read(document)}))


def _compose(root: yaml.Node | None) -> Iterator[Mention]:
    for name, service in _items(_value(root, "services")):
        yield Mention(_line(name), "service", _text(name))
        needs = _value(service, "depends_on")
        named = [key for key, _ in _items(needs)] or list(getattr(needs, "value", []) or [])
        for need in named:
            if isinstance(need, yaml.ScalarNode):
                yield Mention(_line(need), "depends", _text(need), _text(name))


def _catalog(root: yaml.Node | None) -> Iterator[Mention]:
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
    return list(node.value) if isinstance(node, yaml.MappingNode) else []


def _value(node: yaml.Node | None, key: str) -> yaml.Node | None:
    return next((value for name, value in _items(node) if _text(name) == key), None)


def _text(node: yaml.Node | None) -> str:
    return str(node.value).strip()[:MAX_TEXT] if isinstance(node, yaml.ScalarNode) else ""


def _line(node: yaml.Node | None) -> int:
    return int(node.start_mark.line) + 1 if node is not None else 1
