"""Line ends of somebody else's file: edited as `\\n`, written as the file has them."""


def unix(data: bytes) -> bytes:
    """The bytes with `\\n` where every line ends with `\\r\\n`; mixed ones stay as they are."""
    return data.replace(b"\r\n", b"\n") if _is_windows(data) else data


def as_in(before: bytes | None, after: bytes) -> bytes:
    """What was edited as `unix(before)`, with the line ends of `before`."""
    return after.replace(b"\n", b"\r\n") if _is_windows(before or b"") else after


def _is_windows(data: bytes) -> bool:
    ends = data.count(b"\n")
    return ends > 0 and ends == data.count(b"\r\n")
