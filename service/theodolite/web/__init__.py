"""The only rooms that know HTTP."""
