"""The twelve checks, a file for each exercise: they judge what scenarios observed, in the grader's process.

Values are drawn and sizes fixed. A check that expects silence or a refusal also shows that the
same thing speaks, or accepts, when it should. `observations` holds the shapes of what
`scenarios.py` reports, `shared` what several checks need.
"""
