"""A route is a pattern of the program's own: nothing that somebody asks for stands in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay_team.api.route import PREFIX
from scrubjay_team.api.table import ROUTES
from scrubjay_team.observing.routes import OTHER, PLAIN, method_of, route_of
from scrubjay_team.page.table import PAGES
from scrubjay_team.serving.gate import HOOKS, WELL_KNOWN

KNOWN = {
    OTHER, *PLAIN, *(f"{PREFIX}{one.path}" for one in ROUTES), *(one.path for one in PAGES), f"{HOOKS}{{project}}",
    f"{WELL_KNOWN}{{document}}",
}  # fmt: skip


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/mcp", "/mcp"),
        ("/readyz", "/readyz"),
        ("/api/v1/memories/0a1b", "/api/v1/memories/{id}"),
        ("/api/v1/archives/s1/parts/2", "/api/v1/archives/{session}/parts/{part}"),
        ("/hooks/0a1b", "/hooks/{project}"),
        ("/.well-known/oauth-protected-resource", "/.well-known/{document}"),
        ("/memories/0a1b", "/memories/{id}"),
        ("/wp-login.php", "other"),
        ("/api/v1/nothing", "other"),
        ("", "other"),
    ],
)
def test_a_path_has_the_pattern_of_its_route(path: str, route: str) -> None:
    assert route_of(path) == route


@given(st.text(max_size=60), st.sampled_from(["", "/", "/api/v1/", "/hooks/", "/.well-known/", "/memories/"]))
def test_no_path_makes_a_label_of_its_own(text: str, before: str) -> None:
    assert route_of(before + text) in KNOWN


def test_a_method_is_one_that_is_known() -> None:
    assert [method_of(one) for one in ("GET", "POST", "BREW")] == ["GET", "POST", "other"]
