"""What may be concluded from stated facts: pure rules, each with its evidence; nothing here is ever a stated fact."""
