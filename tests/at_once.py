"""Several presses at the same moment, each in a thread and a transaction of its own."""

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that start together; their answers or exceptions, in order."""
    gate = threading.Barrier(len(calls))
    answers: list[object] = [None] * len(calls)

    def run(place: int, call: Callable[[], object]) -> None:
        gate.wait(10)
        try:
            answers[place] = call()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            answers[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers
