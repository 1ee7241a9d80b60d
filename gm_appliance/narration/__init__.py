"""Decision, event and public view to cues, in the players' language. Words live in catalogues."""
