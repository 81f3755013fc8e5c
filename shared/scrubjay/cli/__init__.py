"""What can a person or a script ask at a terminal? One file a command, loaded when it is called."""
