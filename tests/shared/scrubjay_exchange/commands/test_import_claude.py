"""scrubjay import claude: notes become claims, once each, and a dry run writes nothing."""

import json
import os
import re
from pathlib import Path
from typing import Any

from scrubjay_exchange.importing.notes import cut_statements, read_notes
from tests import persons

NOTES = """\
---
title: x
---
# How we work

- Parcels are stored in SQLite, because one file is enough.
- [ ] Owls carry **all** letters in winter.
- I think magpies could count.

Run these:

```sh
make everything now please
```

| a | b |
@other.md
A paragraph over
two lines stands here.

荷物は重さで並べ替えます。
"""


def test_statements_are_items_and_paragraphs_without_code_tables_and_headings() -> None:
    assert list(cut_statements(NOTES)) == [
        "Parcels are stored in SQLite, because one file is enough.",
        "Owls carry all letters in winter.",
        "I think magpies could count.",
        "A paragraph over two lines stands here.",
        "荷物は重さで並べ替えます。",
    ]


def test_a_dry_run_says_what_would_become_of_each_statement_and_writes_nothing(ready: Any) -> None:
    (ready.folder / "CLAUDE.md").write_text(NOTES)
    done = ready("import", "claude", "--dry-run")
    assert done.code == 0
    assert "stored: Parcels are stored in SQLite" in done.out
    assert "stored: Owls carry all letters in winter. (CLAUDE.md)" in done.out
    assert "blocked: I think magpies could count." in done.out
    assert done.out.endswith("5 records of claude: 4 stored, 0 held, 1 blocked\nnothing was written\n")
    assert ready("memories").code == 1


def test_a_second_import_brings_nothing_twice(ready: Any, account: Path) -> None:
    folder = account / ".claude" / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(ready.folder)) / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- Owls carry all letters in winter.\n")
    assert "1 record of claude: 1 stored, 0 held, 0 blocked" in ready("import", "claude").out
    assert "1 known before" in ready("import", "claude").out
    (one,) = json.loads(ready("memories", "--json").out)["memories"]
    assert one["grade"] == "said"


def test_a_person_who_read_the_list_may_stand_behind_it(ready: Any) -> None:
    (ready.folder / "CLAUDE.md").write_text("- Owls carry all letters in winter.\n")
    bring = ("import", "claude")
    assert persons.scrubjay(ready.folder, os.environ, *bring, keys=[("as your words?", "n")]).code == 1
    assert ready("memories").code == 1, "nothing is stored before the answer"
    assert ready(*bring).code == 0
    (one,) = json.loads(ready("memories", "--json").out)["memories"]
    assert one["grade"] == "said", "the words are an agent's, whoever brings them"
    ended = persons.scrubjay(ready.folder, os.environ, *bring, keys=[("as your words?", "y")])
    assert ended.code == 0, ended.said
    (one,) = json.loads(ready("memories", "--json").out)["memories"]
    assert (one["grade"], "(imported)" in one["told"]) == ("told", True)


def test_a_named_file_or_folder_is_read_and_a_missing_one_is_said(ready: Any, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("* Owls carry all letters in winter.\n")
    assert "1 stored" in ready("import", "claude", str(tmp_path / "notes"), "--dry-run").out
    assert "1 stored" in ready("import", "claude", str(tmp_path / "notes" / "a.md")).out
    assert ready("import", "claude", str(tmp_path / "none")).code == 2
    assert ready("import", "other.jsonl", "more").code == 2
    assert "claude keeps no notes" in ready("import", "claude").out


def test_a_link_out_of_the_notes_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "outside.md").write_text("- Somebody else's words are here.\n")
    (tmp_path / "notes" / "link.md").symlink_to(tmp_path / "outside.md")
    assert list(read_notes(tmp_path / "notes")) == []
