"""Tiwanaku over HTTP: request schemas, response structs, and operations by topic."""
