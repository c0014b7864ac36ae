"""Neo4j on this machine, for everybody who has not set up a server: found, fetched, configured, started, stopped."""
