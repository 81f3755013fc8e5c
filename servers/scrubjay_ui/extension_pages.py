"""The pages of extensions: text and tables of theirs, drawn and escaped by ours."""

from functools import partial
from typing import TYPE_CHECKING

from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.extensions.kinds.view import PageView
from scrubjay.extensions.registry import BROKEN, ExtensionRegistry, Provided, said
from scrubjay.model.page import PageContent
from scrubjay.operations.hosting import hosted
from scrubjay_ui.endpoints import ViewRoute

if TYPE_CHECKING:
    from starlette.responses import Response

    from scrubjay_ui.visit import Visit

TEMPLATE = "extension.html"


def extension_pages(registry: ExtensionRegistry) -> tuple[ViewRoute, ...]:
    """The pages of the extensions that are on, each below `extensions/NAME/`."""
    return tuple(
        ViewRoute(
            path=f"/extensions/{provided.extension.name}/{provided.value.name}",
            show=partial(_show, registry, provided),
        )
        for provided in registry.provided("view")
        if isinstance(provided.value, PageView)
    )


def _show(registry: ExtensionRegistry, provided: Provided, visit: "Visit") -> "Response":
    """One of them. Raises UsageError, which names the extension, where it fails."""
    name, view = provided.extension.name, provided.value
    host = hosted(visit.workspace, visit.home.clock, registry, provided.extension, writes=False)
    try:
        content = view.fn(host, visit.first_values)
        if not isinstance(content, PageContent):
            raise TypeError(f"its page is a {type(content).__name__}")
    except ScrubjayError:
        raise
    except BROKEN as error:
        registry.failed(name, error)
        raise UsageError(f"degraded: {name}: {said(error)}. See `scrubjay extensions show {name}`.") from error
    return visit.page(TEMPLATE, title=content.title, content=content)
