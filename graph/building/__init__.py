"""The steps of a build, from stored files to the files of a generation."""
