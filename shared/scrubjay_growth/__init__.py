"""Growth of memory by itself: promotion of what proved right, procedures that worked, consolidation once a day."""
