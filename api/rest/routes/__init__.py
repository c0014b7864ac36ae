"""The paths of the REST door, one module for each thing they speak of."""
