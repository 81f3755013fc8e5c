"""One section of settings above another: what the upper one sets counts, and nothing else of it."""

from typing import TypeVar

from pydantic import BaseModel

M = TypeVar("M", bound=BaseModel)


def overlaid(below: M, above: M) -> M:
    """The lower section with the fields that the upper one sets, also within sections of its own."""
    update = {name: getattr(above, name) for name in above.model_fields_set}
    sections = {name: value for name, value in update.items() if isinstance(value, BaseModel)}
    return below.model_copy(
        update=update | {name: overlaid(getattr(below, name), value) for name, value in sections.items()}
    )
