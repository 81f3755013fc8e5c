"""Extensions installed beside us, found by their entry points. Slow, so that only its command and doctor look."""

import json
from importlib.metadata import Distribution, PackageNotFoundError, distribution, entry_points
from typing import Final

from scrubjay.extensions.records import EnabledRecord
from scrubjay.extensions.registry import place_of
from scrubjay.model.frozen import dataclass

GROUP: Final = "scrubjay.extensions"


@dataclass(frozen=True, slots=True)
class InstalledExtension:
    """An extension in an installed distribution: its manifest as `module:attribute`, and where all that came from."""

    name: str
    target: str
    distribution: str
    version: str
    address: str = ""

    @property
    def record(self) -> EnabledRecord:
        """The record that a home keeps of the extension."""
        return EnabledRecord(
            name=self.name,
            target=self.target,
            distribution=self.distribution,
            version=self.version,
            address=self.address,
            place=place_of(self.target),
        )


def installed() -> tuple[InstalledExtension, ...]:
    """Every extension of the group, by name and distribution; nothing of them is imported."""
    found = [
        InstalledExtension(point.name, point.value, point.dist.name, point.dist.version, _address(point.dist))
        for point in entry_points(group=GROUP)
        if point.dist is not None
    ]
    return tuple(sorted(dict.fromkeys(found), key=lambda one: (one.name, one.distribution)))


def named(name: str) -> tuple[InstalledExtension, ...]:
    """The installed extensions of a name: two distributions may claim one."""
    return tuple(one for one in installed() if one.name == name)


def version_now(record: EnabledRecord) -> str:
    """The version of a distribution that is installed now; empty where none is."""
    try:
        return distribution(record.distribution).version
    except PackageNotFoundError:
        return ""


def _address(dist: Distribution) -> str:
    """Where a distribution was installed from, else its home page."""
    try:
        direct = json.loads(dist.read_text("direct_url.json") or "{}")
    except ValueError:
        direct = {}
    url = direct.get("url") if isinstance(direct, dict) else ""
    pages = [line.partition(",")[2].strip() for line in dist.metadata.get_all("Project-URL") or ()]
    return str(url or next(iter(pages), ""))
