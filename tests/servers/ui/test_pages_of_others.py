"""A page of somebody else's extension: bounded, masked, and named where it fails."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.responses import Response

from scrubjay.errors import ExtensionFailed
from scrubjay.extensions.kinds.functions import PageView
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.registry import ExtensionRegistry, Provided
from scrubjay.model.of_extensions import PageContent
from scrubjay_ui.application import extension_pages
from scrubjay_ui.visit import Visit

KEY = "AKIA" + "IOSFODNN7" + "EXAMPLQ"


class Acme(ExtensionRegistry):
    """Somebody else's extension with one page."""

    def __init__(self, home: Path, fn: Callable[..., Any]) -> None:
        super().__init__(home, {}, {})
        self.fn = fn

    def of_others(self, kind: str) -> Iterator[Provided]:
        yield Provided(Extension(name="acme", summary=""), "acme:page", PageView("page", "Page", self.fn))


def shown(home: Path, fn: Callable[..., Any]) -> Any:
    """What the template gets."""
    (view,) = extension_pages(Acme(home, fn))
    given: list[Any] = []

    def page(_: str, *, title: str, content: Any) -> Response:
        given.append(content)
        return Response(title)

    visit = SimpleNamespace(workspace=None, home=SimpleNamespace(clock=None), first_values={}, page=page)
    cast("Callable[[Visit], Any]", view.show)(cast("Visit", visit))
    return given[0]


def test_it_is_bounded_and_masked(tmp_path: Path) -> None:
    content = shown(tmp_path, lambda host, query: PageContent(KEY, ("word " * 1_000_000,) * 3))
    assert (KEY in content.title, len(str(content)) < 300_000) == (False, True)


def test_one_that_fails_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExtensionFailed, match="degraded: acme: TypeError: its page is a str"):
        shown(tmp_path, lambda host, query: "no page")
