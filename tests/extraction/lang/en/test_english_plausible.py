import pytest

from extraction.lang.en.names.plausibility import code_lines


@pytest.mark.parametrize(
    "line",
    [
        "def foo(self): return 1",
        "x = Numpy.zeros(3)",
        "import Numpy as np;",
        "}",
        "$ make test",
        "Foo.bar(x);",
        "private static final Logger log = LoggerFactory.getLogger(Foo.class);",
        "export default class App extends Component {",
        "class Foo extends Bar implements Baz {",
        "$ sudo apt install redis server",
        ">>> from numpy import zeros as empty",
        "insert into Users values Anna;",
        "throw new IllegalStateException(Foo)",
        "return new Foo(Bar)",
    ],
)
def test_code_is_told_from_prose(line: str) -> None:
    assert code_lines(f"We met Anna.\n{line}\n") == [(13, 13 + len(line) + 1)]


@pytest.mark.parametrize(
    "text",
    [
        "We met Anna (the CEO of Acme) in Paris.",
        "Anna said: bring cake; I will bring tea.",
        "Return the class notes = nice idea, she said.",
        "It costs $ 5.",
        "She works at Google (since 2019)",
        "We use Plesk(hosting)",
        "The view is in turn inside a UIScrollView and answers foo()",
    ],
)
def test_prose_with_brackets_is_prose(text: str) -> None:
    assert code_lines(text) == []


def test_everything_between_fences_is_code() -> None:
    text = "Look:\n```\nHello World\n```\nDone."
    assert code_lines(text) == [(6, 10), (10, 22), (22, 26)]
