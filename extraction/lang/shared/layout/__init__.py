"""What a note tells by its layout and by no sentence: labels, arrows, tasks and tables."""
