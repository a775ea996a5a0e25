"""The rules of Maps of Misterra: pure functions on frozen data."""
