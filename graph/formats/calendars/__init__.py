"""The parts of a calendar: its lines, its times, its people."""
