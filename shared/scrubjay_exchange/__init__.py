"""How do memories come from elsewhere, and to a person's other machines? Importers, folders of notes, sync."""
