"""Files that are ingested as jobs: their records, locks and queue, on this machine."""
