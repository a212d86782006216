"""Django finds models only through this module; everybody else imports from the module that defines them."""

from . import boards, clubs, log, people, rights, users  # noqa: F401 - registers the models
