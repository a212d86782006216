"""Dates and times of the English pages, in the order and clock of the Italian ones."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H.i"
DATETIME_FORMAT = "l j F Y, H.i"
SHORT_DATE_FORMAT = "d/m/Y"
