"""YAML front matter reader: fields as text; invalid YAML is read line by line."""

import re

import yaml

MAX_CHARACTERS = 20_000
"""Characters of front matter, or of a metadata file, that are read."""

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


class _Strings(yaml.BaseLoader):
    """A YAML loader that reads every value as text, and no aliases, so that a few lines can't become gigabytes."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


def front_matter(text: str) -> tuple[dict[str, list[str]], str]:
    """The fields of the front matter, and the text after it; no fields and the whole text where there is none."""
    match = _front(text)
    return (yaml_fields(match.group(1)), text[match.end() :]) if match else ({}, text)


def front_text(text: str) -> str:
    """The YAML of the front matter, for `yaml_fields`; empty where there is none."""
    match = _front(text)
    return match.group(1) if match else ""


def _front(text: str) -> re.Match[str] | None:
    return _FRONT.match(text[: MAX_CHARACTERS + 100])


def yaml_fields(text: str) -> dict[str, list[str]]:
    """The text values of a YAML mapping by lower-case key, at most 50 a key.

    Of nested mappings only those in a list are read, where the first value names what the second one is, as in
    `relations: [{type: supersedes, target: ADR-3}]`.
    """
    loaded = _loaded(text)
    if not isinstance(loaded, dict):
        return {}
    fields: dict[str, list[str]] = {}
    for key, value in loaded.items():
        name = str(key).strip().lower()
        strings = [v.strip() for v in (value if isinstance(value, list) else [value])[:50] if isinstance(v, str)]
        if name and any(strings):
            fields.setdefault(name, []).extend(v for v in strings if v)
        for item in value[:50] if isinstance(value, list) else []:
            texts = [v.strip() for v in item.values() if isinstance(v, str)] if isinstance(item, dict) else []
            if len(texts) > 1:
                fields.setdefault(texts[0].lower(), []).append(texts[1])
    return fields


def nested_fields(text: str) -> dict[str, list[str]]:
    """The text values of mappings within the front matter, as in `adr: {status: accepted}`, by lower-case key."""
    loaded = _loaded(front_text(text)) if re.search(r"(?m)^[\w-]+:[ \t]*\n[ \t]+[\w-]+:", text[:MAX_CHARACTERS]) else {}
    fields: dict[str, list[str]] = {}
    for within in loaded.values() if isinstance(loaded, dict) else ():
        for key, value in within.items() if isinstance(within, dict) else ():
            strings = [v.strip() for v in (value if isinstance(value, list) else [value])[:50] if isinstance(v, str)]
            if any(strings):
                fields.setdefault(str(key).strip().lower(), [v for v in strings if v])
    return fields


def _loaded(text: str) -> object:
    try:
        loaded = yaml.load(text[:MAX_CHARACTERS], Loader=_Strings)  # noqa: S506 - it builds strings only
    except (yaml.YAMLError, ValueError, RecursionError):
        pairs = (line.partition(":") for line in text.split("\n")[:200] if not line.startswith((" ", "#", "-")))
        loaded = {name.strip(): value.strip().strip("\"'") for name, colon, value in pairs if colon}
    return loaded
