"""How is a marked block put into a text of somebody else, and taken out again byte for byte?"""

START = b"# >>> scrubjay"
END = b"# <<< scrubjay <<<"


def find(text: bytes) -> tuple[int, int] | None:
    """Where the block stands: from the first byte of its first line to the last byte of its last line.

    None without a block, and when its end is missing or stands before its start.
    """
    start = 0 if text.startswith(START) else text.find(b"\n" + START) + 1
    if start == 0 and not text.startswith(START):
        return None
    end = text.find(b"\n" + END, start)
    return None if end < 0 else (start, end + 1 + len(END))


def insert(text: bytes, block: bytes, at: int) -> bytes:
    """Put a block between two lines. `at` is where a line begins, or the end of the text; `block` has no last newline.

    A text that doesn't end with a newline gets one before the block and none after it, so that `remove` can tell.
    """
    if at == len(text) and text and not text.endswith(b"\n"):
        return text + b"\n" + block
    return text[:at] + block + b"\n" + text[at:]


def replace(text: bytes, block: bytes) -> bytes:
    """Put another block where the present one stands."""
    place = find(text)
    return text if place is None else text[: place[0]] + block + text[place[1] :]


def remove(text: bytes) -> bytes:
    """The text without its block: the inverse of `insert`."""
    place = find(text)
    if place is None:
        return text
    start, end = place
    if end < len(text):
        return text[:start] + text[end + 1 :]
    return text[: max(start - 1, 0)]
