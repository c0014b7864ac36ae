"""Values of the care of what is stored: index entries and checks, feedback, figures and alerts."""
