"""Django finds models only through this module; everybody else imports from the module that defines them."""

from . import entries, events, log, papers, referee, regulations, roles, rounds, scores  # noqa: F401 - registers the models
