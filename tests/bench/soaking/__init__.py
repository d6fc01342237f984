"""Who is at work in a soak: two windows, a command line and an assistant, each a process of its own."""
