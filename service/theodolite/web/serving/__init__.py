"""What stands between a connection and the application: it knows no game and no question."""
