"""The grader: says what a submission does right, decided outside the process that runs it.

It knows no lab. Data flows one way, and the modules stand in that order:

    submission   what is taken of a student's files
    scratch      throwaway copies, one for each scenario
    start        how a child process is started: `forked` from a zygote, or `fresh`
    worker       what runs in it: a lab's scenario beside the student's files, under `restrain`
    listener     its parent's side: the channel, the deadline, the output
    relay        the scripted model, and the record of what it was told
    scenario     one scenario from start to outcome
    checks       what a lab's `checks.py` is written in
    judge        one check: its scenarios, its verdict
    grading      all checks: the report
    report       the report's data
    console      the report for a person

Around it: `commands` holds what `python -m grader` can do, a module each; `progress`, `hints` and
`questions` are for a student's own day; `known`, `mutants` and `rules` prove that a lab's checks
catch what they claim to catch; `pytest_plugin` shows them in an editor.
"""
