"""The law of each game told a second time, and what is compared at random with the service."""
