"""What the commands do: a module for each, with a `run` that returns the exit status."""
