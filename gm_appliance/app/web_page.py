"""A page of HTML, for the virtual table or to print."""

from __future__ import annotations

from html import escape


def web_page(title: str, body: str, language: str, head: str) -> str:
    """body, head: as HTML."""
    lang = language.removeprefix("x-").replace("_", "-")
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"{head}</head><body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )
