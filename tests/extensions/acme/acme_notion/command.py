"""A command: a plain function, whose answer is lines."""

from scrubjay.extensions.host import Host


def acme(host: Host, word: str, shout: bool = False, keep: str = "") -> list[str]:
    """Say what is known of a word; with --keep remember a sentence."""
    if keep:
        return [f"kept {host.remember(keep, key='kept')[:12]}"]
    host.file.write_text(word, encoding="utf-8")
    found = host.search(word, limit=host.settings.most)
    lines = [f"{one.kind} {one.place}" for one in found]
    return [line.upper() for line in lines] if shout else lines
