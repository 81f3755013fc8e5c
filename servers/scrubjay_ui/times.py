"""How pages write a moment. Pure."""


def shown(moment: str) -> str:
    """An ISO moment as `2026-11-23 10:14`, in UTC."""
    return moment[:16].replace("T", " ")
