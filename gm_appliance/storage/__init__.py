"""Everything kept across power cuts: the journal, settings and results."""
