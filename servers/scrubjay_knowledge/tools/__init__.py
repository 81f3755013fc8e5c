"""Tools of the knowledge server, a family a file: thin, one service call each."""
