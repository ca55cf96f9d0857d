"""What plain pytest would make of the checks: everything in one process, for comparison only."""
