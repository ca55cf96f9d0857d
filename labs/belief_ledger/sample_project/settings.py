"""What may be set."""

WIDTH = 12
