"""The menu: which game, with whom, by which house rules. A game like any other."""
