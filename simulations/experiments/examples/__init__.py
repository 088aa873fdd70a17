"""The experiments that come with the program."""
