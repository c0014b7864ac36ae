"""What was done: events of every act, and what memories were before."""
