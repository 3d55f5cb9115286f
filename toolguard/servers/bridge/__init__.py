"""Translation between clients and servers of different protocol eras."""
