"""Commands of set-up: a repository, a home, their clients and settings."""
