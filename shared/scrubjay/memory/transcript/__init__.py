"""What did the machine and the person say in this session? Read from the client's own transcript; nothing is kept."""
