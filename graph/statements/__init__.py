"""Programmes as triples, as docs/model.md says. Pure: values in, values out."""
