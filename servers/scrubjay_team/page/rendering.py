"""Templates of the team's page: Jinja2 with automatic escaping, in which no text can steer the page or hide."""

import secrets
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from scrubjay.model.counted import counted
from scrubjay.model.visible import visible

TEMPLATES: Final = Path(__file__).parent / "templates"


def shown(value: Any) -> Any:
    """A value as a page may show it: in a text, control and direction characters are written out."""
    if isinstance(value, Markup):
        return value
    return visible(value) if isinstance(value, str) else "" if value is None else value


def minute(moment: datetime | None) -> str:
    """A moment as `2026-11-23 10:14`, in UTC; empty for none."""
    return f"{moment:%Y-%m-%d %H:%M}" if moment else ""


@cache
def templates() -> Environment:
    """The templates of all views, compiled on first use. An unknown name is an error, never an empty place."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"counted": counted, "minute": minute, "once": partial(secrets.token_urlsafe, 24)}
    return environment
