"""Regenerates the list of the server's jars: asks Maven for what Neo4j needs, and writes names, sizes and SHA-256.

Needs `mvn` and a network; run by `make lock-neo4j` when NEO4J_VERSION or BROWSER_VERSION changes. What a user's machine
fetches is this list and nothing else. Usage: python scripts/lock_neo4j.py [VERSION]
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from graph.local.jars import Jar, sha256_of
from graph.local.settings import NEO4J_VERSION

BROWSER_VERSION = "5.24.0"
LOCAL = Path(__file__).resolve().parent.parent / "graph" / "local"
ROOTS = (("org.neo4j", "neo4j"), ("org.neo4j.app", "neo4j-server"))
UNUSED = re.compile(
    # Import from and export to files of data lakes, upload to the cloud, Windows: a local server starts without them.
    r"parquet|hadoop|snappy-java|push-to-cloud|neo4j-import-tool|WMI4Java|jProcesses|jPowerShell"
)
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>lock</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>{dependencies}</dependencies>
</project>
"""
LISTED = re.compile(r"^\s*([\w.-]+):([\w.-]+):jar:(?:([\w.-]+):)?([\w.-]+):(?:compile|runtime)\b", re.MULTILINE)


def main(version: str) -> None:
    """Write the lock file for a version of Neo4j."""
    if shutil.which("mvn") is None:
        sys.exit("mvn is needed to resolve the jars: install Maven and repeat.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pom.xml").write_text(pom(version), encoding="utf-8")
        _maven(folder, "dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={folder / 'jars'}")
        _maven(folder, "dependency:list", "-DincludeScope=runtime", f"-DoutputFile={folder / 'list.txt'}")
        found = listed((folder / "list.txt").read_text(encoding="utf-8"))
        jars = [_measured(folder / "jars", *coordinates) for coordinates in found]
    target = LOCAL / f"neo4j-{version}.lock.jsonl"
    target.write_text("".join(line(jar) for jar in used(jars)), encoding="utf-8")
    kept = len(target.read_text(encoding="utf-8").splitlines())
    print(f"{target.name}: {kept} jars, {len(jars) - kept} left out")


def pom(version: str) -> str:
    """A project that depends on the server, its Browser, and nothing else."""
    wanted = [*((group, artifact, version) for group, artifact in ROOTS)]
    wanted.append(("org.neo4j.client", "neo4j-browser", BROWSER_VERSION))
    tags = ("groupId", "artifactId", "version")
    dependencies = "".join(
        "<dependency>"
        + "".join(f"<{tag}>{text}</{tag}>" for tag, text in zip(tags, names, strict=True))
        + "</dependency>"
        for names in wanted
    )
    return POM.format(dependencies=dependencies)


def listed(text: str) -> list[tuple[str, str, str, str | None]]:
    """Group, artifact, version and classifier of every line of `mvn dependency:list`, sorted."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    found = {
        (group, artifact, version, classifier or None) for group, artifact, classifier, version in LISTED.findall(plain)
    }
    return sorted(found, key=lambda names: (names[0], names[1], names[3] or ""))


def used(jars: Iterable[Jar]) -> Iterator[Jar]:
    """The jars without those that a local server never loads."""
    return (jar for jar in jars if not UNUSED.search(f"{jar.group}:{jar.artifact}"))


def line(jar: Jar) -> str:
    """A jar as a line of the lock file."""
    names = ("group", "artifact", "version", "classifier", "sha256", "size")
    return json.dumps({name: getattr(jar, name) for name in names}) + "\n"


def _measured(folder: Path, group: str, artifact: str, version: str, classifier: str | None) -> Jar:
    tail = f"-{classifier}" if classifier else ""
    path = folder / f"{artifact}-{version}{tail}.jar"
    return Jar(
        group=group,
        artifact=artifact,
        version=version,
        classifier=classifier,
        sha256=sha256_of(path),
        size=path.stat().st_size,
    )


def _maven(folder: Path, *words: str) -> None:
    subprocess.run(["mvn", "-q", "-B", *words], cwd=folder, check=True)  # noqa: S603, S607


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else NEO4J_VERSION)
