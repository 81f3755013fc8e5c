"""Operations: background work, checks of the installation, backups."""
