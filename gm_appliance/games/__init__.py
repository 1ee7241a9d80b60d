"""The rules of the games. They import the standard library and `game` only."""
