"""One section of settings above another: what the upper one sets counts, and nothing else of it."""

from typing import TypeVar

from pydantic import BaseModel

from scrubjay.settings.schema import ProjectSettings, Settings

M = TypeVar("M", bound=BaseModel)


def overlaid(below: M, above: M) -> M:
    """The lower section with the fields that the upper one sets, also within sections of its own."""
    update = {name: getattr(above, name) for name in above.model_fields_set}
    sections = {name: value for name, value in update.items() if isinstance(value, BaseModel)}
    return below.model_copy(
        update=update | {name: overlaid(getattr(below, name), value) for name, value in sections.items()}
    )


def for_project(settings: Settings, project: str) -> Settings:
    """The settings with what the user's file sets for a project, by its id. What it doesn't set stays."""
    entry = settings.projects.get(project)
    if entry is None:
        return settings
    sections = {
        name: overlaid(getattr(settings, name), section)
        for name in ProjectSettings.model_fields
        if (section := getattr(entry, name)).model_fields_set
    }
    return settings.model_copy(update=sections)
