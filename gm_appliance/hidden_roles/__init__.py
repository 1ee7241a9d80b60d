"""A kit for games of hidden roles: cards dealt by hand, nights with closed eyes, days with votes.

A game subclasses `rules.HiddenRoles`, and `narration.narrator.HiddenRolesNarration` for its words.
"""
