"""What was made of a text is kept as long as there is room for it."""

from scrubjay.memory.grounding.passages import TextCache


def test_what_was_made_is_given_again_until_longer_unused_texts_leave_no_room() -> None:
    made: list[tuple[str, str]] = []

    def make(text: str, format: str) -> list[str]:
        made.append((text, format))
        return [text]

    recent = TextCache(make, characters=10)
    first = recent.get("heron", "markdown")
    assert recent.get("heron", "markdown") is first
    recent.get("heron", "text")
    assert made == [("heron", "markdown"), ("heron", "text")], "a format reads a text in its own way"
    recent.get("heron", "markdown")
    recent.get("snipe", "text")
    recent.get("heron", "markdown")
    assert made == [("heron", "markdown"), ("heron", "text"), ("snipe", "text")]
    recent.get("heron", "text")
    assert made[-1] == ("heron", "text"), "it was unused for longest"


def test_a_text_that_is_too_long_is_made_anew_and_leaves_nothing_behind() -> None:
    recent = TextCache(lambda text, _: [text], characters=10)
    long = recent.get("a long-legged wader", "text")
    assert recent.get("a long-legged wader", "text") is not long
    assert recent.get("heron", "text") is recent.get("heron", "text")
