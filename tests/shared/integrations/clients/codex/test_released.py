"""What Codex writes among our servers belongs to the user, and stays when they go."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.integrations.client_files.launch import Launch
from scrubjay.integrations.clients import codex_servers as servers
from scrubjay.integrations.clients.codex_servers import with_foreign_tables_out
from scrubjay.integrations.edits import Receipt, block

OLD, NEW = Launch(("/old/python",), "/home of ada"), Launch(("/new/python",), "/home of ada")
TRUST = '[hooks.state]\n\n[hooks.state."/a/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:0"\n'
FOLDER = '[projects."/r"]\ntrust_level = "trusted"\n'
END = "# <<< scrubjay <<<"
OWN = ("one", "two")
BLOCK = '# >>> scrubjay >>>\n[mcp_servers.one]\ncommand = "a"\n[mcp_servers.two.env]\nX = "[y]"\n' + END


@pytest.mark.parametrize("theirs", [TRUST, FOLDER, FOLDER + "\n" + TRUST])
@pytest.mark.parametrize("before", ["", 'model = "m"', 'model = "m"\n'])
def test_a_trust_outlives_an_upgrade_and_the_servers(folder: Path, receipt: Receipt, theirs: str, before: str) -> None:
    file = folder / servers.FILE
    if before:
        file.parent.mkdir()
        file.write_text(before)
    servers.register(folder, OLD, receipt)
    file.write_text(file.read_text().replace(END, f"\n{theirs}{END}"))
    servers.register(folder, NEW, receipt)
    text = file.read_text()
    assert text.index(END) < text.index(theirs)
    assert "/old/python" not in text
    assert servers.plan_register(folder, NEW) == ()
    servers.unregister(folder, NEW.home, receipt)
    assert file.read_text() == (before.rstrip("\n") + "\n" if before else "") + theirs


def test_a_trust_outlives_servers_that_nothing_updated(folder: Path, receipt: Receipt) -> None:
    file = folder / servers.FILE
    servers.register(folder, OLD, receipt)
    file.write_text(file.read_text().replace(END, f"\n{TRUST}{END}"))
    servers.unregister(folder, OLD.home, receipt)
    assert file.read_text() == TRUST


@given(st.sampled_from(["", "a = 1\n", "a = 1\n\n# b\n"]), st.sampled_from(["", "\n", "\n[z]\n"]))
def test_a_block_of_ours_alone_keeps_every_byte(before: str, behind: str) -> None:
    text = (before + BLOCK + behind).encode()
    assert block.find(text) is not None
    assert with_foreign_tables_out(text, OWN) == text
    assert with_foreign_tables_out((before + behind).encode(), OWN) == (before + behind).encode()


@given(
    st.lists(
        st.sampled_from(["[z]", "[y.one]", "[[x]]", '[mcp_servers."three"]', "[mcp_servers.one_more]"]), min_size=1
    )
)
def test_every_other_table_is_behind_the_block_in_its_order(tables: list[str]) -> None:
    theirs = "\n".join(tables) + "\n"
    text = BLOCK.replace(END, f"\n{theirs}{END}")
    assert with_foreign_tables_out(text.encode(), OWN).decode() == f"{BLOCK}\n{theirs}"
