"""The places of the window, one file each: panels put together and wired to the session; none imports another."""
