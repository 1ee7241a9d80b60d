"""The menu: choosing the game, the players and the house rules. A game like any other."""
