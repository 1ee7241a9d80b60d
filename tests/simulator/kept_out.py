"""What keeps people out of a page: findings of axe-core, and letters of fonts that are not its own."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WRITTEN = """() => [...document.querySelectorAll("body *")].filter((one) =>
    one.getClientRects().length && [...one.childNodes].some((node) =>
        node.nodeType === Node.TEXT_NODE && node.data.trim()))"""


def findings(page: Page) -> list[str]:
    violations = Axe().run(page).response["violations"]
    return [f"{one['id']} at {node['target']}" for one in violations for node in one["nodes"]]


def foreign(page: Page) -> list[str]:
    devtools = page.context.new_cdp_session(page)

    def send(what: str, values: dict[str, Any] | None = None) -> Any:
        return devtools.send(what, values)

    send("DOM.enable")
    send("CSS.enable")
    whole = send("Runtime.evaluate", {"expression": f"({WRITTEN})()"})["result"]["objectId"]
    every = send("Runtime.getProperties", {"objectId": whole, "ownProperties": True})["result"]
    found: set[str] = set()
    send("DOM.getDocument")
    for one in every:
        if one["name"].isdigit():
            node = send("DOM.requestNode", {"objectId": one["value"]["objectId"]})["nodeId"]
            fonts = send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
            found |= {font["familyName"] for font in fonts if not font["isCustomFont"]}
    devtools.detach()
    return sorted(found)
