"""Common parts of every client's set-up: the start of servers, a client's folders, entries in its files."""
