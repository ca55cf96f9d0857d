"""The files that the student edits."""
