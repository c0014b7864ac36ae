"""Ports are chosen so that addresses stay, and nobody's is taken."""

import socket

import pytest

from graph.errors import Misconfigured
from graph.local import ports
from graph.local.settings import LocalSettings
from graph.local.state import State


def free_pair() -> ports.Ports:
    return ports.choose(LocalSettings(), None)


def known(bolt: int, http: int) -> State:
    return State(pid=None, born=0.0, bolt_port=bolt, http_port=http, version="1", ready=False)


def test_two_different_free_ports_are_chosen() -> None:
    chosen = free_pair()
    assert chosen.bolt != chosen.http
    assert ports.is_free(chosen.bolt)


def test_the_ports_of_the_last_run_are_kept() -> None:
    pair = free_pair()
    assert ports.choose(LocalSettings(), known(pair.bolt, pair.http)) == pair


def test_a_port_that_somebody_took_meanwhile_is_replaced() -> None:
    pair = free_pair()
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken: int = other.getsockname()[1]
        chosen = ports.choose(LocalSettings(), known(taken, pair.http))
    assert chosen.bolt != taken
    assert chosen.http == pair.http


def test_a_port_that_was_asked_for_and_is_taken_is_an_error_naming_the_setting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken: int = other.getsockname()[1]
        with pytest.raises(Misconfigured, match=f"Port {taken} \\(http_port"):
            ports.choose(LocalSettings(http_port=taken), None)


def test_one_port_cannot_serve_both() -> None:
    port = free_pair().bolt
    with pytest.raises(Misconfigured, match="http_port"):
        ports.choose(LocalSettings(bolt_port=port, http_port=port), None)


def test_an_open_port_answers_and_a_closed_one_does_not() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port: int = other.getsockname()[1]
        assert ports.answers(port)
    assert not ports.answers(port)
