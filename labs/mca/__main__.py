"""`python -m mca`."""

import sys

from mca.cli import main

if __name__ == "__main__":
    sys.exit(main())
