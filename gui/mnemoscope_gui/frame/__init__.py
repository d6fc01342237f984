"""What the window's commands do, beside the places: files, clipboard, way back, language, light and dark."""
