"""What the window asks of the library, a subject a file: each function makes or is a job, run in a lane.

A job is ``(vault, progress) -> result``, built from plain values. Nothing else of the window knows how the library's
operations are called, and nothing else touches a vault.
"""
