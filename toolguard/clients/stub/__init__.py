"""`toolguard-connect`: what a chat client launches. Standard library only."""
