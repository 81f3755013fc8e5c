"""What words does a page of HTML show? A line for each block; no scripts, no styles."""

from html.parser import HTMLParser


def plain(page: str) -> str:
    """The words of an HTML page, a line for each block, without scripts and styles."""
    reader = _Words()
    reader.feed(page)
    return "\n\n".join(" ".join(line.split()) for line in "".join(reader.words).split("\n") if line.strip())


class _Words(HTMLParser):
    """Collects the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _HIDDEN
        if tag in _BLOCKS:
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = max(0, self._hidden - (tag in _HIDDEN))
        if tag in _BLOCKS:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(data.replace("\n", " "))


_HIDDEN = frozenset({"script", "style", "template", "noscript", "svg"})
_BLOCKS = frozenset(
    {"p", "div", "li", "tr", "br", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "td", "th"}
)
