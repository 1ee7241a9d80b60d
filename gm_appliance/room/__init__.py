"""What the room around the table may know: public moments, told to the owner's broker."""
