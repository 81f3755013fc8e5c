"""The views: each a folder with `routes.py`, `queries.py` over the existing services, and `page.html`."""

from scrubjay_ui.views.audit.routes import ROUTES as AUDIT
from scrubjay_ui.views.decisions.routes import ROUTES as DECISIONS
from scrubjay_ui.views.graph.routes import ROUTES as GRAPH
from scrubjay_ui.views.settings.routes import ROUTES as SETTINGS
from scrubjay_ui.views.today.routes import ROUTES as TODAY

VIEWS = (
    *TODAY,
    *AUDIT,
    *DECISIONS,
    *GRAPH,
    *SETTINGS,
)
from scrubjay_ui.views.insight.routes import ROUTES as INSIGHT
from scrubjay_ui.views.today.routes import ROUTES as TODAY

VIEWS = (*TODAY, *INSIGHT)
"""Every page and form; a new view adds its `ROUTES` here and its name to `navigation.py`."""
