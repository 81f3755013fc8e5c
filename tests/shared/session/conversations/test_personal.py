"""What leads to a person is masked in what was said, unless the user's file says otherwise."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from scrubjay.app import Workspace
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.privacy.personal.policy import Personal
from scrubjay.search.recall.conversation_text import render_conversations
from scrubjay.search.recall.conversation_values import ConversationRequest
from scrubjay.session.conversations.conversations import Conversations
from tests.shared.session.conversations.test_conversations import write

SAID = "Ask Anna about parcels: anna@magpie.dev, +44 20 7946 0958"


@pytest.mark.parametrize(("setting", "masked"), [("auto", True), ("mask", True), ("flag", False), ("off", False)])
def test_the_setting_decides_what_is_kept_of_a_turn(
    at: Workspace, tmp_path: Path, setting: Personal, masked: bool
) -> None:
    file = tmp_path / "said.jsonl"
    write(file, {"session": "s", "text": SAID, "time": "2026-02-20T10:00:00Z"})
    kept = Conversations(at.session_database, Tokenizer(), lambda: datetime(2026, 3, 1, tzinfo=UTC), 90, setting)
    kept.import_file(file)
    shown = render_conversations(at.conversation_search.search(ConversationRequest(query="ask about parcels", limit=5)))
    assert ("anna@magpie.dev" in shown) is not masked
    assert ("+44 20" in shown) is not masked
    assert ("[personal: phone number]" in shown) is masked
