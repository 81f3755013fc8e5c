"""`scrubjay forge`: reads, lists, shows, imports and forgets discussions."""
