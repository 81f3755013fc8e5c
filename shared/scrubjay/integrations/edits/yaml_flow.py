"""An entry of a YAML mapping that stands in braces, put in and taken out so that each undoes the other."""

import yaml


def mapping(text: str, key: str) -> yaml.MappingNode | None:
    """The mapping of a top-level key, where it stands in braces."""
    top = yaml.compose(text, Loader=yaml.SafeLoader)
    members = top.value if isinstance(top, yaml.MappingNode) else ()
    value = next((value for name, value in members if name.value == key), None)
    return value if isinstance(value, yaml.MappingNode) and value.flow_style else None


def put(text: str, node: yaml.MappingNode, name: str, entry: str) -> str:
    """The text with an entry where it stands, or behind the last one."""
    present = next((value for key, value in node.value if key.value == name), None)
    if present is not None:
        return text[: present.start_mark.index] + entry + text[present.end_mark.index :]
    at = node.value[-1][1].end_mark.index if node.value else node.start_mark.index + 1
    return text[:at] + ", " * bool(node.value) + f"{name}: {entry}" + text[at:]


def cut(text: str, node: yaml.MappingNode, name: str) -> str:
    """The text without an entry and the comma that it needed; no change where there is none."""
    places = [(key.start_mark.index, value.end_mark.index) for key, value in node.value]
    index = next((n for n, (key, _) in enumerate(node.value) if key.value == name), None)
    if index is None:
        return text
    start, end = places[index]
    if index:
        start = places[index - 1][1]
    elif len(places) > 1:
        end = places[1][0]
    return text[:start] + text[end:]
