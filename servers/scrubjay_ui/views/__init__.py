"""The views: each a folder with `routes.py`, `queries.py` over the existing services, and `page.html`."""

from scrubjay_ui.views.review.routes import ROUTES as REVIEW
from scrubjay_ui.views.search.routes import ROUTES as SEARCH
from scrubjay_ui.views.today.routes import ROUTES as TODAY

VIEWS = (*TODAY, *REVIEW, *SEARCH)
"""Every page and form; a new view adds its `ROUTES` here and its name to `navigation.py`."""
