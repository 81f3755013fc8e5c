"""A page in the browser."""

from collections.abc import Mapping

from scrubjay.extensions.host import Host
from scrubjay.extensions.kinds.functions import PageView
from scrubjay.model.of_extensions import PageContent
from scrubjay.model.table import Table


def _overview(host: Host, query: Mapping[str, str]) -> PageContent:
    word = query.get("word", "parcels")
    rows = tuple((one.kind, one.place, one.title) for one in host.search(word, limit=host.settings.most))
    return PageContent(f"Acme: {word}", ("<b>Escaped</b>",), (Table(("kind", "place", "title"), rows),))


overview = PageView(name="overview", title="Acme", fn=_overview)
