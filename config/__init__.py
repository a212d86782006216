"""The porch. Celery must know its app before any task is declared: the one exception to empty packages."""

from config.celery import app

__all__ = ["app"]
