"""Maps of Misterra on the web."""
