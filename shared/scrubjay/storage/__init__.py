"""SQLite access, in this package only: the driver, the files, their schema, transactions and locks."""
