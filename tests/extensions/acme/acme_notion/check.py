"""A check: a line of doctor."""

from collections.abc import Iterator

from scrubjay.extensions.host import Host
from scrubjay.model.check import Check


def check(host: Host) -> Iterator[Check]:
    """Whether the notebook's own file is small."""
    size = host.file.stat().st_size if host.file.is_file() else 0
    yield Check("notebook", size < 1000, size, "below 1,000 bytes", "" if size < 1000 else "delete it")
