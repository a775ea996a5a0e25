"""The same scores over arrays of tables, by the million: a module for each game that has one."""
