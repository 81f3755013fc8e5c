"""How does a memory of the user's become one of the project? Said there again, graded anew; the first one stays."""

from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act
from scrubjay.model.memory import Outcome

VOUCHED = (Act.TYPED, Act.SAID, Act.APPROVED)
"""How a person here may have stood behind the first one."""


def share(memories: Memories, id: str, *, approved: bool) -> Outcome:
    """Say a memory of the user's in the project; the same one twice stores nothing new. Raises NotFound.

    `approved`: a person said so; otherwise the copy is worth what its own evidence earns it there, a person's word for
    it included.
    """
    memory = memories.get(id)
    return memories.remember(
        RememberRequest(
            content=memory.content,
            kind=memory.kind,
            scope="project",
            quote=memory.quote,
            valid_until=memory.valid_until[:10] if memory.valid_until.endswith("T23:59:59Z") else "",
            applies=memory.applies,
            tags=memory.tags,
            key=f"promoted:{memory.id}",
            author=memory.author,
            origin=memory.origin,
            act=Act.APPROVED if approved else _vouched(memories, memory.id),
            session=memory.session,
            branch=memory.branch,
            commit=memory.commit,
            agent=memory.agent,
        )
    )


def _vouched(memories: Memories, id: str) -> Act:
    acts = {evidence.act for evidence in memories.evidence([id]).get(id, ())}
    return next((act for act in VOUCHED if act in acts), Act.NONE)
