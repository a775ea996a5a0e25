"""Tiwanaku: the rules, and what can be known of the secret world."""
