"""The form in which the file of a published memory is shown: its words; its front matter fills the fields. Pure."""

from scrubjay.knowledge.decisions.front_matter import front_matter
from scrubjay.model.stand_in import StandInForm
from scrubjay_publishing.standings.mark import memory_id_of


def form_of(text: str) -> StandInForm | None:
    """A text without the front matter that `publish` wrote, from the line where its words begin; None for any other.

    A passage that has nothing but front matter stays.
    """
    if not (text.startswith("---") and memory_id_of(text)):
        return None
    fields, body = front_matter(text)
    if not body.strip():
        return None
    words = body.lstrip("\n")
    return StandInForm(
        words=words,
        skipped=text[: len(text) - len(words)].count("\n"),
        author=", ".join(fields.get("authors", ())),
        status="".join(fields.get("status", ())[:1]),
    )
