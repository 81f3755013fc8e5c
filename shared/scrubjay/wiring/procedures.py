"""Procedures: learned from what the sessions of a worktree ran, and published as skills."""

from typing import TYPE_CHECKING

from scrubjay.wiring.inputs import WorktreeInputs
from scrubjay.wiring.memories import MemoryServices
from scrubjay.wiring.on_first_use import on_first_use

if TYPE_CHECKING:
    from scrubjay_growth.procedures.procedures import Procedures


class ProcedureServices:
    """What keeps and learns procedures."""

    def __init__(self, inputs: WorktreeInputs, memories: MemoryServices) -> None:
        self._inputs = inputs
        self._memories = memories

    @on_first_use
    def service(self) -> "Procedures":
        """Learns, lists and ends procedures."""
        from scrubjay_growth.procedures.procedures import Procedures
        from scrubjay_growth.procedures.store import ProcedureStore

        inputs = self._inputs
        store = ProcedureStore(inputs.stores.session)
        return Procedures(store, self._memories.service, inputs.shared.clock, inputs.repository.worktree)
