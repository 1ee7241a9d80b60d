"""The games: rules, which import only the standard library and core, and their narrations."""
