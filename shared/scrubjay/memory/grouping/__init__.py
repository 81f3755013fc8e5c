"""Which memories state the same fact? Links between them, never new words: every memory stays as it is."""
