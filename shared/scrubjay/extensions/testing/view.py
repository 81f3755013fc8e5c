"""The suite of pages."""

from collections.abc import Mapping

from scrubjay.extensions.host import Host
from scrubjay.extensions.kinds.view import PageView
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.page import PageContent

HOSTILE: tuple[Mapping[str, str], ...] = ({}, {"nothing": ""}, {"word": "<script>"}, {"word": "a" * 20_000})


def check_view(view: PageView, host: Host) -> None:
    """It shows a page for whatever stands in its address, and each row has its columns."""
    expect(isinstance(view, PageView), "it is a PageView")
    expect(view.name.replace("-", "").isalnum() and view.name == view.name.lower(), "name: small letters, hyphens")
    for query in HOSTILE:
        page = view.fn(host, query)
        expect(isinstance(page, PageContent), "fn() gives a PageContent")
        expect(bool(page.title.strip()), "a page has a title")
        rows = [(table.columns, row) for table in page.tables for row in table.rows]
        expect(all(len(columns) == len(row) for columns, row in rows), "each row has its columns")
        expect(all(isinstance(cell, str) for _, row in rows for cell in row), "cells are text")
