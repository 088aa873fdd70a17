"""The mind, pure: memory, language and thought, without threads, actors, printing or a wall clock."""
