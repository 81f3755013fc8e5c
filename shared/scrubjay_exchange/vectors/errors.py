"""The errors of files of vectors, beside those of the core."""

from scrubjay.errors import ScrubjayError


class VectorFileRefused(ScrubjayError):
    """A file of vectors isn't taken. Have it made anew: `scrubjay embed --export FILE --key KEY`."""


class NotSigned(ScrubjayError):
    """The vectors couldn't be signed, so nothing was written. Give an SSH key that `ssh-keygen -Y sign` can use."""
