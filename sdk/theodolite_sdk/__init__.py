"""A thin typed client of Theodolite."""
