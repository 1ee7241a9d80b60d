"""The box's way to play Odin's Table: a search that deals the hidden cards as they may be.

Read `knowledge` for what it knows, `deals` for what the hidden cards may be, `evaluation` for how good a
position looks, `search` for the tree, `mind` for each decision it is asked.
"""
