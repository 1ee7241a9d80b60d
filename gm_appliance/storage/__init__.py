"""What outlasts a power cut: the journal, and what a table usually plays."""
