import subprocess

from config.celery import app


def test_a_real_worker_answers_and_stops_when_told(celery_worker_process: subprocess.Popen[bytes]) -> None:
    assert app.control.ping(timeout=1)
    celery_worker_process.terminate()
    assert celery_worker_process.wait(10) == 0
