"""The pages of signing in and out, as data: each is anybody's but the end of all of one's sessions."""

from typing import Final

from scrubjay_team.page.route import PageRoute

_VIEWS: Final = "scrubjay_team.signin.views"
_INVITED: Final = "scrubjay_team.signin.inviting"

SIGN_IN_PAGES: Final[tuple[PageRoute, ...]] = (
    PageRoute(method="GET", path="/sign-in", runs=f"{_VIEWS}:sign_in", summary="how to sign in", public=True),
    PageRoute(
        method="GET",
        path="/sign-in/provider",
        runs=f"{_VIEWS}:to_provider",
        summary="goes to the provider",
        public=True,
    ),
    PageRoute(
        method="GET", path="/sign-in/callback", runs=f"{_VIEWS}:callback", summary="comes back from it", public=True
    ),
    PageRoute(method="POST", path="/sign-out", runs=f"{_VIEWS}:sign_out", summary="ends this session", public=True),
    PageRoute(method="GET", path="/sessions", runs=f"{_VIEWS}:own_sessions", summary="one's own sessions"),
    PageRoute(method="POST", path="/sessions", runs=f"{_VIEWS}:end", summary="ends one of them, or all"),
    PageRoute(method="GET", path="/invitation", runs=f"{_INVITED}:invitation", summary="asks for one", public=True),
    PageRoute(method="POST", path="/invitation", runs=f"{_INVITED}:opened", summary="shows and takes it", public=True),
)
