"""Every statement the graph is asked, one a file."""
