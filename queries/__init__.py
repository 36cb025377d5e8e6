"""The questions, one complete .rq file each."""
