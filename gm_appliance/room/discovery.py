"""The message by which Home Assistant, from 2024.11, finds the box and all its entities by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import json

from gm_appliance import __version__
from gm_appliance.core.language import NP_, Language
from gm_appliance.room.messages import AVAILABLE, Post, own_topic
from gm_appliance.room.moments import EVENTS, MOMENTS, STATE

_DEVICE = NP_("word", "Game master")
_ENTITIES: Mapping[str, tuple[Any, Mapping[str, Any]]] = {
    "moment": (
        NP_("word", "Moment"),
        {
            "platform": "sensor",
            "device_class": "enum",
            "options": MOMENTS,
            "value_template": "{{ value_json.moment }}",
            "icon": "mdi:weather-night",
        },
    ),
    "night": (
        NP_("word", "Night"),
        {
            "platform": "binary_sensor",
            "value_template": "{{ 'ON' if value_json.moment == 'night' else 'OFF' }}",
        },
    ),
    "winner": (
        NP_("word", "Winner"),
        {
            "platform": "sensor",
            "value_template": "{{ value_json.winners | join(', ') }}",
            "icon": "mdi:trophy",
        },
    ),
    "event": (
        NP_("word", "Event"),
        {
            "platform": "event",
            "event_types": EVENTS,
            # Nothing is rendered for a message without an event, which it then ignores.
            "value_template": "{{ value_json.event | to_json if value_json.event else '' }}",
        },
    ),
}


def discovery(name: str, language: Language) -> Post:
    """name: what the box is called at the broker. language: of its entities' names."""
    own, identity = own_topic(name), f"gm-appliance-{name}"
    entities = {
        key: {
            "name": language(title),
            "unique_id": f"{identity}-{key}",
            "state_topic": f"{own}/{STATE}",
            **form,
        }
        for key, (title, form) in _ENTITIES.items()
    }
    title = language(_DEVICE)
    found = {
        "device": {
            "identifiers": [identity],
            "name": title if name == "table" else f"{title} ({name})",
            "manufacturer": "gm-appliance",
            "sw_version": __version__,
        },
        "origin": {"name": "gm-appliance", "sw_version": __version__},
        "availability_topic": f"{own}/{AVAILABLE}",
        "components": entities,
    }
    return Post(f"homeassistant/device/{identity}/config", json.encode(found).decode(), anywhere=True)
