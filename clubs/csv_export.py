"""A table of a page as a file for the spreadsheet: Italian Excel opens it with a double click."""

import csv
import datetime
import re

from django.http import HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import slugify
from django_tables2 import Table

BOM = "\ufeff"
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")  # the first signs a spreadsheet takes for one
_FIGURES = re.compile(r"[+-][\d .,]*")  # a signed number or a telephone, not a formula


def file_name(*words: object) -> str:
    """The name of a file in the reader's language: "standings-2.csv"."""
    return f"{slugify(' '.join(map(str, words)))}.csv"


def csv_response(table: Table, filename: str, leave_out: tuple[str, ...] = ()) -> HttpResponse:
    """The table's columns and rows as `filename`, with BOM and semicolons; `leave_out` names columns."""
    response = HttpResponse(BOM, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    writer = csv.writer(response, delimiter=";")
    for row in table.as_values(exclude_columns=leave_out):
        writer.writerow([harmless(value) for value in row])
    return response


def harmless(value: object) -> str:
    """The cell as text that no spreadsheet runs as a formula; days and local times as the language writes."""
    if isinstance(value, datetime.datetime):
        moment = timezone.localtime(value)
        return f"{date_format(moment, 'SHORT_DATE_FORMAT')} {date_format(moment, 'TIME_FORMAT')}"
    if isinstance(value, datetime.date):
        return date_format(value, "SHORT_DATE_FORMAT")
    text = "" if value is None else str(value)
    if text.startswith(_FORMULA) and not _FIGURES.fullmatch(text):
        return f"'{text}"
    return text
