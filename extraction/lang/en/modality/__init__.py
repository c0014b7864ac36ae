"""English modality: whether a clause is stated, denied, wished, asked, doubted or reported."""
