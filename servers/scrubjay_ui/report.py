"""`python -m scrubjay_ui.report`: a report's values as JSON on stdin become a page of HTML on stdout."""

import base64
import hashlib
import json
import sys
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from scrubjay_ui.rendering import HERE, templates


def report_page(values: Mapping[str, Any]) -> str:
    """The page: styles within, nothing is fetched, no script may run."""
    style = (HERE / "static" / "style.css").read_text(encoding="utf-8")
    if "</" in style:
        raise ValueError("a style that ends itself")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    # the stylesheet is a file of this package, no data: as text it would be escaped, and its digest another one
    return templates().get_template("report/page.html").render(report=values, style=Markup(style), policy=policy)  # noqa: S704


def main() -> None:
    """Read, render, write."""
    page = report_page(json.load(sys.stdin))
    sys.stdout.buffer.write(page.encode("utf-8", "replace"))


if __name__ == "__main__":
    main()
