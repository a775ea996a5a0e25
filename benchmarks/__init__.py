"""Benchmarks: `make bench` runs them. Each prints ratios of medians taken in the same run."""
