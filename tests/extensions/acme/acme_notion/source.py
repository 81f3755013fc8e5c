"""A source: two pages of a wiki."""

from collections.abc import Iterator

from scrubjay.model.of_extensions import SourcedText


class Wiki:
    """The pages, each with its address."""

    kind = "wiki"

    def texts(self) -> Iterator[SourcedText]:
        """All of them."""
        for name, text in (("parcels", "Parcels wait in the yard."), ("owls", "Owls carry letters.")):
            yield SourcedText(key=name, title=name.title(), text=text, address=f"https://wiki.example/{name}")
