"""The message by which Home Assistant, from 2024.11, finds the box and all its entities by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import json

from gm_appliance import __version__
from gm_appliance.core.language import NP_, Language
from gm_appliance.room.messages import AVAILABLE, ROOT, Post
from gm_appliance.room.moments import EVENTS, MOMENTS, STATE

_DEVICE = NP_("word", "Game master")
_NAMES = {
    "moment": NP_("word", "Moment"),
    "night": NP_("word", "Night"),
    "winner": NP_("word", "Winner"),
    "event": NP_("word", "Event"),
}
_IS_NIGHT = "{{ 'ON' if value_json.moment == 'night' else 'OFF' }}"
_WINNERS = "{{ value_json.winners | join(', ') }}"
# Home Assistant ignores what is rendered as nothing.
_EVENT = "{{ value_json.event | to_json if value_json.event else '' }}"
_ENTITIES: Mapping[str, Mapping[str, Any]] = {
    "moment": {
        **{"platform": "sensor", "device_class": "enum", "options": MOMENTS},
        **{"value_template": "{{ value_json.moment }}", "icon": "mdi:weather-night"},
        "json_attributes_template": "{{ {'mood': value_json.mood} | to_json }}",
    },
    "night": {"platform": "binary_sensor", "value_template": _IS_NIGHT},
    "winner": {"platform": "sensor", "value_template": _WINNERS, "icon": "mdi:trophy"},
    "event": {"platform": "event", "event_types": EVENTS, "value_template": _EVENT},
}


def discovery(name: str, language: Language) -> Post:
    """name: what the box is called at the broker. language: of its entities' names."""
    own, identity, title = f"{ROOT}/{name}", f"gm-appliance-{name}", language(_DEVICE)
    state = f"{own}/{STATE}"
    about = {"name": title if name == "table" else f"{title} ({name})", "identifiers": [identity]}
    found: dict[str, Any] = {
        "device": {**about, "manufacturer": "gm-appliance", "sw_version": __version__},
        "origin": {"name": "gm-appliance", "sw_version": __version__},
        "availability_topic": f"{own}/{AVAILABLE}",
        "state_topic": state,
        "components": {
            key: {**form, "name": language(_NAMES[key]), "unique_id": f"{identity}-{key}"}
            for key, form in _ENTITIES.items()
        },
    }
    found["components"]["moment"]["json_attributes_topic"] = state
    return Post(f"homeassistant/device/{identity}/config", json.encode(found).decode(), anywhere=True)
