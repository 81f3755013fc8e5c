"""The views: each a folder with `routes.py`, `queries.py` over the existing services, and `page.html`."""

from scrubjay_ui.views.sessions.routes import ROUTES as SESSIONS
from scrubjay_ui.views.today.routes import ROUTES as TODAY

VIEWS = (
    *TODAY,
    *SESSIONS,
)
"""Every page and form; a new view adds its `ROUTES` here and its name to `navigation.py`."""
