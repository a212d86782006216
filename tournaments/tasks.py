"""Celery tasks of tournaments: a key in, one call."""

import gc
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init

from tournaments.papers import jobs, press


@shared_task(name=jobs.TASK)
def make_paper(pk: int) -> None:
    """Make the paper with that key, unless it is made, being made, or gone."""
    press.make(pk)


@worker_process_init.connect
def settle(**_facts: Any) -> None:
    """What is loaded once stays: not walking over it again makes a page a third quicker."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
