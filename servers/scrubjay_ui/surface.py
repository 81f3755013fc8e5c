"""What every page of one running `scrubjay ui` shares: the open home, who started it, and whether it may write."""

from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.model.frozen import dataclass

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.identity.person.permit import Permit


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """The home that is shown. `folder` is where it was started; `writes`: a person started it, and lets it write.

    A page that may not write shows no form, and every form's address refuses.
    """

    home: "App"
    permit: "Permit"
    writes: bool
    folder: Path
