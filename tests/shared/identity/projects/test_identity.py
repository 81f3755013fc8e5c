"""Whose memory may a repository see? The table of the decision."""

import pytest

from scrubjay.identity.projects.identity import (
    Absent,
    Borrowed,
    BoundFile,
    CloneFacts,
    Copy,
    Folder,
    Identity,
    Opens,
    Unbound,
    Unknown,
    Unusable,
    identify,
)  # fmt: skip

A = "a" * 32
SECRET = BoundFile(A, "5" * 64)
HERE = Folder("/here/.git", 1, 10)
THERE = Folder("/there/.git", 1, 20)
BROKEN = Unusable("/here/.git/scrubjay/x", "is a link")


def held(clone: Folder | None = THERE, **more: bool) -> CloneFacts:
    return CloneFacts(
        folder=HERE,
        binding=SECRET,
        clone=clone,
        project_known=clone is not None or more.pop("project_known", False),
        **more,
    )


@pytest.mark.parametrize(
    ("facts", "outcome"),
    [
        # no file of this home
        (CloneFacts(folder=HERE, binding=Absent()), Unbound()),
        # the file fits, and the folder is the one that got it, whatever the history became
        (held(HERE), Opens(A)),
        (held(HERE, continues=True), Opens(A)),
        (held(Folder("/old/.git", 1, 10)), Opens(A, moved=True)),  # renamed: the same directory
        (held(Folder("/here/.git", 9, 10)), Opens(A, moved=True)),  # its disk was mounted again
        # the place of before is gone, or without this secret, and the history goes on
        (held(continues=True), Opens(A, moved=True)),
        (held(Folder("/here/.git", 1, 99), continues=True), Opens(A, moved=True)),  # a backup came to the same place
        # a copy: the place of before still has it, or the history is another one
        (held(continues=True, original_exists=True), Copy(A, "/there/.git", True)),
        (held(original_exists=True), Copy(A, "/there/.git", True)),
        (held(), Copy(A, "/there/.git", False)),
        (held(Folder("/here/.git", 1, 99)), Copy(A, "/here/.git", False)),
        (held(Folder("/old/.git", 9, 10)), Copy(A, "/old/.git", False)),  # another disk counts its directories anew
        # unknown here: forgotten, or an older home was restored
        (held(None), Unknown(A, False)),
        (held(None, project_known=True), Unknown(A, True)),
        # unreadable, a link, somebody else's
        (CloneFacts(folder=HERE, binding=BROKEN), BROKEN),
        (CloneFacts(folder=HERE, binding=BROKEN, owns_common_dir=False), BROKEN),
        # reached by a .git file that nothing there confirms
        (CloneFacts(folder=HERE, binding=Absent(), owns_common_dir=False), Borrowed("/here/.git")),
        (
            CloneFacts(folder=HERE, binding=SECRET, owns_common_dir=False, clone=HERE, project_known=True),
            Borrowed("/here/.git"),
        ),
    ],
)
def test_the_decision(facts: CloneFacts, outcome: Identity) -> None:
    assert identify(facts) == outcome
