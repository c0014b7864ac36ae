"""One engine and its language packs: `shared` is for all, each other folder is one language."""
