"""``python -m toolguard``."""

import sys

from toolguard.cli.parser import main

if __name__ == "__main__":
    sys.exit(main())
