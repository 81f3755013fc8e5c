"""What others wrote and we ship is what they published, under the licence that stands beside it."""

import hashlib
import re
from pathlib import Path

TOP = Path(__file__).parents[2]
VENDOR = TOP / "servers/scrubjay_ui/static/vendor"
ROW = re.compile(r"^\| `([^`]+)` \|[^|]+\|[^|`]*`([^`]+)` \| `([0-9a-f]{64})` \|$", re.MULTILINE)


def rows() -> dict[str, tuple[str, str]]:
    """Licence and hash by file, as the table says."""
    table = (VENDOR / "README.md").read_text(encoding="utf-8")
    return {file: (licence, digest) for file, licence, digest in ROW.findall(table)}


def test_each_script_is_listed_with_its_licence_and_its_hash() -> None:
    assert set(rows()) == {file.name for file in VENDOR.glob("*.js")}
    for file, (licence, digest) in rows().items():
        assert hashlib.sha256((VENDOR / file).read_bytes()).hexdigest() == digest
        assert (VENDOR / licence).is_file()
        assert digest in (TOP / "NOTICE").read_text(encoding="utf-8")


def test_pages_load_each_by_its_whole_name() -> None:
    base = (TOP / "servers/scrubjay_ui/templates/base.html").read_text(encoding="utf-8")
    assert all(f"static/vendor/{file}" in base for file in rows())
