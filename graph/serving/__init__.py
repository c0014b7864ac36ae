"""What a long-running process needs: admission control, warm-up, and the parts wired together."""
