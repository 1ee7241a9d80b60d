"""Puts a release onto a Raspberry Pi, changes over to it and back, and takes everything away again.

It runs under the machine's own Python before anything is installed, so it imports nothing but the
standard library. All that it does to the machine goes through `commands.Commands` and below
`places.Places.root`, so it can be tried in a folder.
"""
