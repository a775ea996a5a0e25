"""Cartographers and Heroes on the web."""
