import pytest
from django.test import Client


@pytest.mark.django_db
def test_health_answers_a_stranger(client: Client) -> None:
    response = client.get("/health/")
    assert response.status_code == 200
    assert response.json() == {"database": True, "broker": True}
