"""What each command of the command line does. They print; everything they print is computed elsewhere."""
