"""`scrubjay gc` drops what git no longer has, and the files are smaller then."""

import re
from pathlib import Path
from typing import Any

SIZES = re.compile(r"^knowledge\.db: ([\d.,]+) MB before, ([\d.,]+) MB$", re.MULTILINE)

PAGES = {f"page{n}.md": f"# Page {n}\n\n" + "\n\n".join(f"acorn {n} {m} " * 40 for m in range(9)) for n in range(40)}


def test_what_git_no_longer_has_goes_and_its_space_goes_back_to_the_disk(ready: Any, magpie: Any) -> None:
    first = magpie.git("rev-parse", "HEAD")
    magpie.commit("pages", files=PAGES)
    ready("ingest")
    ((_, before),) = SIZES.findall(ready("gc").out)
    magpie.git("reset", "-q", "--hard", first)
    magpie.git("reflog", "expire", "--expire=now", "--all")
    magpie.git("gc", "-q", "--prune=now")
    done = ready("gc")
    assert done.code == 0
    # The pages, and the commit that brought them.
    assert "deleted 41 contents that git no longer has" in done.out
    ((held, after),) = SIZES.findall(done.out)
    assert float(held) == float(before)
    assert float(after) < float(before) / 1.4


def test_a_database_that_nobody_has_used_yet_is_left_out(ready: Any, environment: dict[str, str]) -> None:
    (session,) = Path(environment["SCRUBJAY_HOME"]).glob("projects/*/session.db")
    for file in session.parent.glob("session.db*"):
        file.unlink()
    done = ready("gc")
    assert (done.code, "session.db" in done.out) == (0, False), done.err


def test_copies_from_before_upgrades_are_named_and_stay(ready: Any, environment: dict[str, str]) -> None:
    (knowledge,) = Path(environment["SCRUBJAY_HOME"]).glob("projects/*/knowledge.db")
    copy = knowledge.parent / "backups" / "knowledge-schema-0019.db"
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(b"an earlier index")
    done = ready("gc")
    assert "1 copy from before upgrades, 0.0 MB, not deleted" in done.out
    assert str(copy.parent) in done.out.replace("\n", "")
    assert copy.exists()
