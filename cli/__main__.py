"""`python -m cli`."""

import sys

if __name__ == "__main__":
    try:
        from cli.main import main

        main()
    except KeyboardInterrupt:  # before the command line itself can hear it
        sys.exit(130)
