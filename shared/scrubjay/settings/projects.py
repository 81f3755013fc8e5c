"""The user's settings for one project: above the repository's, which stand above the user's for all projects."""

from scrubjay.settings.overlaying import overlaid
from scrubjay.settings.schema import ProjectSettings, Settings


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
