"""A parser: Org files, whose headings are stars."""

from scrubjay.model.outline import Heading, Outline, TextBlock


class Org:
    """Headings by their stars; a block is a run of lines that aren't blank."""

    suffixes = ("org",)

    def outline(self, text: str) -> Outline:
        """Headings and blocks."""
        headings: list[Heading] = []
        blocks: list[TextBlock] = []
        start = 0
        for number, line in enumerate([*text.split("\n"), ""], 1):
            stars = len(line) - len(line.lstrip("*"))
            title = stars > 0 and line[stars : stars + 1] == " " and bool(line[stars:].strip())
            if start and (title or not line.strip()):
                blocks.append(TextBlock(start, number - 1))
                start = 0
            if title:
                headings.append(Heading(number, stars, line[stars:].strip()))
            elif line.strip():
                start = start or number
        return Outline(tuple(headings), tuple(blocks))
