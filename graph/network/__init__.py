"""The graph of entities as a network: its facts and neighbours, paths, measures, communities, and what stands out."""
