"""What paints: delegates, bars, snippets and the pages built from them."""
