"""JSON, XML, YAML and headers of pages, taken apart with care; nothing of programmes."""
