"""A mirror that had to be begun anew, indexed by the core as if nothing had happened."""

import shutil

import pytest

from scrubjay_team.index.api import IndexReport, index_mirror
from scrubjay_team.mirrors.mirror import held_mirror
from scrubjay_team.mirrors.removing import folder_of
from tests.fakes import HashingEmbedder
from tests.servers.team.mirrors.conftest import Mirrored
from tests.servers.team.mirrors.routes import PROGRAMS


def refreshed(mirrored: Mirrored) -> IndexReport:
    mirrored.refresher.fetch(mirrored.project)
    folder = folder_of(mirrored.data, mirrored.project)
    mirror = held_mirror(folder, "main", PROGRAMS)
    assert mirror is not None
    return index_mirror(
        mirrored.databases.worker, mirrored.project, mirror.tree, mirror.tags, home=folder / "home",
        embedder=HashingEmbedder(), environment=mirrored.origin.environment,
    )  # fmt: skip


@pytest.mark.parametrize("lost", ["mirror.git", "mirror.git/HEAD", "tree", "home"])
def test_what_is_new_is_indexed_on_whatever_part_was_lost(mirrored: Mirrored, lost: str) -> None:
    assert refreshed(mirrored).changed
    place = folder_of(mirrored.data, mirrored.project) / lost
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink()
    assert not refreshed(mirrored).changed
    commit = mirrored.origin.commit("second", {"birds.md": "# Birds\n\nThe jay hides nuts.\n"})
    report = refreshed(mirrored)
    assert (report.changed, report.commit) == (True, commit)
