"""What PostgreSQL's index is copied from: a home of the core for each mirror, and words as SQLite tokenises them."""
