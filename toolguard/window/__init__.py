"""Above: Qt and only Qt. A page a file."""
