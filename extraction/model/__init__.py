"""The values that language packs are given and give back."""
