"""Below: what stays on this machine."""
