"""The grader: says what a submission does right, decided outside the process that runs it.

It knows no lab. Data flows one way, and the modules stand in that order:

    submission   what is taken of a student's files
    scratch      throwaway copies, one for each scenario
    start        how a child process is started, watched and ended
    worker       what runs in it: a lab's scenario beside the student's files
    relay        the scripted model, and the record of what it was told
    scenario     one scenario from start to outcome
    checks       what a lab's `checks.py` is written in
    judge        one check: its scenarios, its verdict
    grading      all checks: the report
    report       the report's data
    console      the report for a person
"""
