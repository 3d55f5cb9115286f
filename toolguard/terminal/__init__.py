"""What ``toolguard serve`` shows in a terminal, and how a person answers there."""
