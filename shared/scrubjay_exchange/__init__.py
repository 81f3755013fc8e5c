"""Exchange of memories: importers, folders of notes, and sync between a person's machines."""
