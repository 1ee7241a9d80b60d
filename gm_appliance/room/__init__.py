"""Publishes the table's public moments to the owner's MQTT broker."""
