"""How memories gain and lose weight over time: policy, pure functions of what is stored."""
