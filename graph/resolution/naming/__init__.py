"""Which names mean one entity: what a name is made of, how likely two names are one, and the clusters they form.

Pure: nothing here knows a database, a model or a dictionary. The extractor takes names apart, the graph keeps what it
found and asks here again whenever a block of names changes.
"""
