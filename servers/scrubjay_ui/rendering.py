"""Templates: Jinja2 with automatic escaping, where no character of a text can steer the page or hide; moments."""

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import scrubjay_serving
from scrubjay.model.counted import counted
from scrubjay.model.visible import visible

HERE = Path(__file__).parent
LOOK = Path(scrubjay_serving.__file__).parent / "look"
"""Styles, icon and small scripts, which the team's page has as well."""


def shown(value: Any) -> Any:
    """A value as a page may show it: in a text, control and direction characters are written out."""
    if isinstance(value, Markup):
        return value
    return visible(value) if isinstance(value, str) else "" if value is None else value


@cache
def templates() -> Environment:
    """The templates of all views, compiled on first use. An unknown name is an error, never an empty place."""
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        finalize=shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"counted": counted, "moment_text": moment_text}
    return environment


def moment_text(moment: str) -> str:
    """An ISO moment as `2026-11-23 10:14`, in UTC."""
    return moment[:16].replace("T", " ")
