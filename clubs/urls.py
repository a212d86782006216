"""Paths of persons, books and rights, by audience. The public page of a club is served by tournaments."""

from django.urls import URLPattern

app_name = "clubs"

urlpatterns: list[URLPattern] = []
