"""The scripted model: plays a lab's scripts in a process of its own, without network, key or wait.

`script` is the vocabulary that a lab's `scripts.py` is written in, `player` answers one request
after the other from a script, and `__main__` does that over standard input and output.
"""
