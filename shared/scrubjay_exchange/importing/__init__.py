"""What did another program remember? Readers of its files, the importer that has each claim judged, and the way out."""
