"""The box's play at Odin's Table: a tree search over possible deals of the hidden cards.

`knowledge` has its information, `deals` the possible hidden cards, `evaluation` rates positions, `search`
grows the tree, and `mind` makes each decision.
"""
