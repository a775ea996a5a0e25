"""Tiwanaku on the web."""
