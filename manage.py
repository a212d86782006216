#!/usr/bin/env python
"""Django's command line for Pozzetto."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error  # a sentence for who installs, not a list of calls


if __name__ == "__main__":
    main()
