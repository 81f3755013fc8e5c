"""The views: each a module with its routes, beside it its queries over the existing services; pages in `templates/`."""

from scrubjay_ui.views.agents import ROUTES as AGENTS
from scrubjay_ui.views.audit import ROUTES as AUDIT
from scrubjay_ui.views.context import ROUTES as CONTEXT
from scrubjay_ui.views.decisions import ROUTES as DECISIONS
from scrubjay_ui.views.discussion import ROUTES as DISCUSSION
from scrubjay_ui.views.graph import ROUTES as GRAPH
from scrubjay_ui.views.insight import ROUTES as INSIGHT
from scrubjay_ui.views.memories import ROUTES as MEMORIES
from scrubjay_ui.views.memory import ROUTES as MEMORY
from scrubjay_ui.views.promotion import ROUTES as PROMOTION
from scrubjay_ui.views.review import ROUTES as REVIEW
from scrubjay_ui.views.search import ROUTES as SEARCH
from scrubjay_ui.views.sessions import ROUTES as SESSIONS
from scrubjay_ui.views.settings import ROUTES as SETTINGS
from scrubjay_ui.views.today import ROUTES as TODAY

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
"""Every page and form; a new view adds its `ROUTES` here and its name to `visit.py`."""
