"""View: a page of the operator's page in the browser."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from scrubjay.extensions.host import Host
from scrubjay.model.page import PageContent


class PageView(NamedTuple):
    """A page below the worktree's address, which only reads. `name` is the last part of its address.

    `fn(host, query)` gets the values of the address's end, each name once, and returns text that is drawn and escaped.
    """

    name: str
    title: str
    fn: Callable[[Host, Mapping[str, str]], PageContent]
