"""A tool for agents: a plain function, and what a client is told of it."""

from scrubjay.extensions.host import Host
from scrubjay.extensions.kinds.tool import Tool


def _lookup(host: Host, *, word: str, most: int = 3) -> str:
    return "\n".join(f"{one.place}: {one.title}" for one in host.search(word, limit=most)) or "nothing"


lookup = Tool(
    name="acme_notion_lookup",
    fn=_lookup,
    title="Look a word up",
    description="Places where Acme's notebook and this repository speak of a word.",
    arguments={"word": "one word"},
)
