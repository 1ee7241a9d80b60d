"""A tabletop game master: rules, narration and a table to play at.

Importing this package pulls in nothing but the standard library.
"""

__version__ = "0.1.0"
