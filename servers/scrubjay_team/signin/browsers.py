"""What a browser is called in the list of one's sessions: its name and system, guessed from what it says of itself."""

from typing import Final

_BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS: Final = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


def browser_name(agent: str) -> str:
    """Such as "Firefox on Linux", by the header User-Agent; nothing of the header itself is kept."""
    browser = next((name for sign, name in _BROWSERS if sign in agent), "a browser")
    system = next((name for sign, name in _SYSTEMS if sign in agent), "")
    return f"{browser} on {system}" if system else browser
