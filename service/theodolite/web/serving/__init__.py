"""The server between connections and the application. It knows no game and no operation."""
