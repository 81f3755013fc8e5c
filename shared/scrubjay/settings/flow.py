"""A value as YAML in one line, which reads back as the same."""

import re
from typing import Any

import yaml


def flow(value: Any) -> str:
    """A value in YAML's flow style: text, numbers and switches as they are, quoted where they have to be."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_scalar(str(key))}: {flow(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    return str(value).lower() if isinstance(value, bool) else _scalar(str(value))


def _scalar(text: str) -> str:
    if re.fullmatch(r"[\w./][\w./+@-]*", text, re.ASCII):
        return text
    quoted: str = yaml.dump(text, Dumper=yaml.SafeDumper, default_style='"', allow_unicode=True, width=float("inf"))
    return quoted.rstrip("\n")
