"""Measurements, printed as ratios of medians taken in one run."""
