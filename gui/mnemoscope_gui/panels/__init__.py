"""The parts of the window, one file each; none imports another."""
