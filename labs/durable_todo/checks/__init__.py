"""The twenty checks, a file for each exercise: they judge what scenarios observed, in the grader's process.

Values are drawn and sizes fixed. A check that expects a refusal also shows that the same thing is
accepted when it should be. `observations` holds the shapes of what `scenarios.py` reports, `shared`
what several checks need, `machine` the state machine once more, for the run in every wrong order.
"""
