"""Tiwanaku over HTTP: request schemas, response structs, and endpoints by topic."""
