"""What programmes leave unsaid, decided with evidence and always overruled by decisions."""
