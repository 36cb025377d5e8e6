"""Exports of conference platforms: sessions and speakers become talks."""
