"""Dates and times as Italian clubs write them: 1 dicembre 2026, ore 20.45."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H.i"
DATETIME_FORMAT = "l j F Y, H.i"
