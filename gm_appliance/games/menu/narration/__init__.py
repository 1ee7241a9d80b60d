"""What the menu says and shows."""
