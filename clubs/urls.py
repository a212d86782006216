"""Paths of clubs."""

from django.urls import URLPattern, URLResolver

app_name = "clubs"
urlpatterns: list[URLPattern | URLResolver] = []
