"""The page of settings. It has no form: it names file and line to edit."""

from dataclasses import replace

from starlette.responses import Response

from scrubjay.model.frozen import dataclass
from scrubjay.privacy.secrets.masking import mask
from scrubjay.privacy.secrets.shown_names import shown as shown_name
from scrubjay.settings.layers import read_repository_file
from scrubjay.settings.origins import Layer, OriginOfSetting, effective_settings, shown
from scrubjay.settings.rules import RefusedSetting
from scrubjay_ui.endpoints import ViewRoute
from scrubjay_ui.visit import Visit


def settings(visit: Visit) -> Response:
    """All settings, or those that somebody set."""

    show = visit.choice("show", ("all", "set"), "all")
    words = visit.text("q")[:100]
    found = settings_of(visit, only_set=show == "set", words=words)
    return visit.page("settings/page.html", title="Settings", found=found, show=show, words=words)


ROUTES = (ViewRoute(path="/settings", show=settings),)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSettings:
    """What the page shows: settings by section; `changed` counts those that somebody set.

    `older` are the keys for which this process still has another value: it read the files when it started.
    """

    sections: tuple[tuple[str, tuple[OriginOfSetting, ...]], ...]
    changed: int
    every: int
    refused: tuple[RefusedSetting, ...]
    older: tuple[str, ...]
    user_file: str
    repository_file: str


def settings_of(visit: Visit, *, only_set: bool, words: str) -> ShownSettings:
    """The settings of the worktree, as its files are now. Raises ConfigError for a file that can't be read."""
    workspace = visit.workspace
    worktree = workspace.repository.worktree
    read = effective_settings(
        visit.home.git_environment.variables, worktree, read_repository_file(worktree), workspace.project.id
    )
    changed = [one for one in read.settings if one.holds.layer is not Layer.DEFAULT]
    wanted = [one for one in (changed if only_set else read.settings) if words.lower() in one.key.lower()]
    sections: dict[str, list[OriginOfSetting]] = {}
    for one in wanted:
        sections.setdefault(one.key.partition(".")[0], []).append(_masked(one))
    return ShownSettings(
        sections=tuple((name, tuple(inside)) for name, inside in sections.items()),
        changed=len(changed),
        every=len(read.settings),
        refused=read.refused,
        older=tuple(one.key for one in read.settings if one.value != shown(workspace.settings, one.key)),
        user_file=shown_name(read.user_file),
        repository_file=shown_name(read.repository_file),
    )


def _masked(one: OriginOfSetting) -> OriginOfSetting:
    """The setting without what looks like a secret, such as a token in an address."""
    layers = tuple(replace(layer, value=mask(layer.value).text) for layer in one.layers)
    return replace(one, value=mask(one.value).text, layers=layers)
