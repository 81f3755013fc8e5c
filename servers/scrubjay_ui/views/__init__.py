"""The views: each a folder with `routes.py`, `queries.py` over the existing services, and `page.html`."""

from scrubjay_ui.views.memories.routes import ROUTES as MEMORIES
from scrubjay_ui.views.memory.routes import ROUTES as MEMORY
from scrubjay_ui.views.today.routes import ROUTES as TODAY

VIEWS = (*TODAY, *MEMORIES, *MEMORY)
"""Every page and form; a new view adds its `ROUTES` here and its name to `navigation.py`."""
