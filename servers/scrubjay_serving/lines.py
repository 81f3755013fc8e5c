"""Splits the client's byte stream into lines and parses them; of a line that is too long only both ends are kept."""

from scrubjay_serving.messages import MAX_BYTES, Parsed, parse_line, too_long

_ENDS = 4_000


class LineSplitter:
    """Assembles the lines of a stream, at most so many bytes of each."""

    def __init__(self, most: int = MAX_BYTES) -> None:
        self._most = most
        self._line = bytearray()
        self._first = b""

    def feed(self, data: bytes) -> list[Parsed]:
        """The messages of the lines that end in these bytes."""
        *ended, begun = data.split(b"\n")
        messages: list[Parsed] = []
        for piece in ended:
            self._add(piece)
            messages.extend(self._end())
        self._add(begun)
        return messages

    def close(self) -> list[Parsed]:
        """The message of the last line, if no line end follows it."""
        return self._end() if self._line.strip() or self._first else []

    def _add(self, piece: bytes) -> None:
        self._line += piece
        if len(self._line) > self._most or self._first:
            self._first = self._first or bytes(self._line[:_ENDS])
            del self._line[:-_ENDS]

    def _end(self) -> list[Parsed]:
        line, first = bytes(self._line), self._first
        self._line.clear()
        self._first = b""
        return [too_long(first, line)] if first else list(parse_line(line))
