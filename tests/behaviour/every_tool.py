"""With which arguments does each tool of both servers answer in a small repository?"""

ADR = "# 1. Use a queue\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use a queue because bursts are short.\n"
FILES: dict[str, str | bytes] = {"docs/adr/0001-queue.md": ADR}

SESSION: dict[str, dict[str, object]] = {
    "session_init": {},
    "session_save": {"summary": "Measured."},
    "set_task_context": {"task": "Bound the queue"},
    "get_task_context": {},
    "note_progress": {"text": "Measured."},
    "get_repository_state": {},
    "search_commits": {"query": "queue"},
    "get_file_history": {"path": "docs/adr/0001-queue.md"},
}
KNOWLEDGE: dict[str, dict[str, object]] = {
    "search_knowledge": {"query": "why a queue"},
    "get_document": {"path": "docs/adr/0001-queue.md"},
    "list_decisions": {},
    "knowledge_status": {},
    "remember": {"content": "I prefer short answers.", "kind": "preference", "scope": "user"},
}
BY_ID: dict[str, dict[str, object]] = {
    "get_provenance": {},
    "update_memory": {"content": "I prefer very short answers."},
    "forget_memory": {},
}
"""These take the id that `remember` gave."""

OTHERS = frozenset({"review_memories"})
"""Tools that need more of a story than one call; they are listed, not called."""
