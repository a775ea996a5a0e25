/** From a photograph to the board. */
