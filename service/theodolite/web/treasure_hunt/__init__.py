"""Treasure Hunt on the web."""
