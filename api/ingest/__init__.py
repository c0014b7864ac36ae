"""Ingests files: reads a source, keeps what it holds, and records that as a job."""
