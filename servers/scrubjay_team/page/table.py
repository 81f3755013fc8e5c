"""The routes of the page, all of them: what isn't here isn't answered. Each part gives its own."""

from typing import Final

from scrubjay_team.evidence.pages import EVIDENCE_PAGES
from scrubjay_team.oauth.pages import OAUTH_PAGES
from scrubjay_team.page.declared import VIEW_PAGES
from scrubjay_team.page.route import PageRoute
from scrubjay_team.review.pages import REVIEW_PAGES
from scrubjay_team.signin.pages import SIGN_IN_PAGES

PAGES: Final[tuple[PageRoute, ...]] = (*VIEW_PAGES, *SIGN_IN_PAGES, *OAUTH_PAGES, *REVIEW_PAGES, *EVIDENCE_PAGES)
