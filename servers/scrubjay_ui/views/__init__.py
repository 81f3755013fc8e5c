"""The views: each a folder with `routes.py`, `queries.py` over the existing services, and `page.html`."""

from scrubjay_ui.views.agents.routes import ROUTES as AGENTS
from scrubjay_ui.views.audit.routes import ROUTES as AUDIT
from scrubjay_ui.views.context.routes import ROUTES as CONTEXT
from scrubjay_ui.views.decisions.routes import ROUTES as DECISIONS
from scrubjay_ui.views.discussion.routes import ROUTES as DISCUSSION
from scrubjay_ui.views.graph.routes import ROUTES as GRAPH
from scrubjay_ui.views.insight.routes import ROUTES as INSIGHT
from scrubjay_ui.views.memories.routes import ROUTES as MEMORIES
from scrubjay_ui.views.memory.routes import ROUTES as MEMORY
from scrubjay_ui.views.promotion.routes import ROUTES as PROMOTION
from scrubjay_ui.views.review.routes import ROUTES as REVIEW
from scrubjay_ui.views.search.routes import ROUTES as SEARCH
from scrubjay_ui.views.sessions.routes import ROUTES as SESSIONS
from scrubjay_ui.views.settings.routes import ROUTES as SETTINGS
from scrubjay_ui.views.today.routes import ROUTES as TODAY

VIEWS = (
    *TODAY,
    *SEARCH,
    *MEMORIES,
    *REVIEW,
    *DECISIONS,
    *DISCUSSION,
    *SESSIONS,
    *AGENTS,
    *PROMOTION,
    *GRAPH,
    *CONTEXT,
    *INSIGHT,
    *AUDIT,
    *SETTINGS,
    *MEMORY,
)
"""Every page and form; a new view adds its `ROUTES` here and its name to `navigation.py`."""
