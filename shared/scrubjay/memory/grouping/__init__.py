"""Groups of memories that state the same fact: links between them, never new words; every memory stays as it is."""
