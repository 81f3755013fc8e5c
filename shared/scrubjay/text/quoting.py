"""How do other people's words stand within a line of ours? In quotation marks that nothing in them can close; pure."""


def in_quotes(text: str, most: int) -> str:
    """A text on one line, in double quotation marks, with at most so many of its characters."""
    flat = " ".join(text.split()).replace('"', "'")
    return f'"{flat if len(flat) <= most else f"{flat[:most].rstrip()}…"}"'
