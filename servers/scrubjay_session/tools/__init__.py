"""Tools of the session server, a family a file: thin, one service call each."""
