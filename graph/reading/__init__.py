"""How a source spells times, lengths, names, texts and addresses; shared by all readers."""
