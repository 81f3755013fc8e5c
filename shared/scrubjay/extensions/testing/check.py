"""The suite of checks."""

from scrubjay.extensions.host import Host
from scrubjay.extensions.kinds.check import Checking
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.check import Check


def check_check(checking: Checking, host: Host) -> None:
    """Each result has a name of its own, and a problem says what to do."""
    found = list(checking(host))
    expect(all(isinstance(one, Check) for one in found), "each result is a Check")
    names = [one.name for one in found]
    expect(all(names) and len(set(names)) == len(names), "each has a name of its own")
    expect(all(one.ok or one.do for one in found), "a problem says what to do")
