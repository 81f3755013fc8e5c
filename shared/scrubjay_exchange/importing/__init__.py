"""Import of another program's memories: readers of its files, the importer that has each claim judged, and export."""
