"""The words and pictures that every game of hidden roles shares."""
