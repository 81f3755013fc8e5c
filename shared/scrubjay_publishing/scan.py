"""What a rendered file may not hold: secrets, and what leads to a person. Pure."""

from collections.abc import Collection, Iterable

from scrubjay.errors import PublishRefused
from scrubjay.privacy.personal import Personal, personal_kinds
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay_publishing.values import RenderedFile


def refuse_secrets(
    files: Iterable[tuple[RenderedFile, str]], subject: str, personal: Personal, allowed: Collection[str]
) -> None:
    """Raises PublishRefused for a secret or personal data in what is new: each file's text, without what the base says.

    Each file comes with the text that the base has there; "" for a new one. The words of neither stand in the message.
    """
    for file, before in files:
        known = set(before.splitlines())
        added = "\n".join(line for line in file.text.splitlines() if line not in known)
        _refuse(file.path, added, personal, allowed)
        _refuse("the file's name", file.path, personal, allowed)
    _refuse("the commit's subject", subject, personal, allowed)


def _refuse(where: str, text: str, personal: Personal, allowed: Collection[str]) -> None:
    found = find_secrets(text, allowed=allowed)
    if found:
        raise PublishRefused(
            f"{'It' if where.startswith('the ') else where} would hold a secret ({found[0].kind}), in {where}, line "
            f"{found[0].line}. Nothing was published. Reword the memory with `scrubjay update ID`; if it is none, "
            "`scrubjay log --masked` shows the mark for privacy.allow."
        )
    kinds = personal_kinds(text) if personal != "off" else ()
    if kinds:
        raise PublishRefused(
            f"{where} would hold personal data ({', '.join(kinds)}). Nothing was published. Reword the memory with "
            "`scrubjay update ID`, or set `privacy.personal: off` in your config."
        )
