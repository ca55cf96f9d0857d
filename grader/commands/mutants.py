"""`python -m grader mutants`: grade every small change to the solution, and show which check notices what."""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict

from rich.table import Table
from rich.text import Text

from grader.child import Starter
from grader.grading import concerned, load_checks, verdict
from grader.mutants import Mutant, equivalents, mutants
from grader.show import show
from grader.submission import solution_folder, take
from mca.lab import find_lab

EXIT_ALL_NOTICED, EXIT_SOME_SURVIVE = 0, 1
SEEDS = (1, 2, 3, 4, 5)


def run(arguments: argparse.Namespace, starter: Starter) -> int:
    """Grade the mutants, print the matrix of checks and files, and return 1 if one survives."""
    lab = find_lab(arguments.lab)
    solution, checks = take(lab, solution_folder(lab)), load_checks(lab)
    known = {(each.file, each.was, now) for each in equivalents(lab) for now in each.now}
    caught: dict[str, list[frozenset[int]]] = defaultdict(list)
    survivors: list[Mutant] = []
    stood: set[tuple[str, str, str]] = set()

    def lost(mutant: Mutant, seed: int) -> frozenset[int]:
        touched = concerned(checks, {mutant.exercise})
        return frozenset(verdict(lab, mutant.submission(solution), touched, starter, seed).lost)

    for exercise in lab.exercises:
        for mutant in mutants(exercise.name, solution.text(exercise.name)):
            key = (exercise.file, mutant.was, mutant.now)
            if key in known:
                stood.add(key)
                continue
            # Noticed means noticed whatever is drawn.
            noticed = frozenset.intersection(*(lost(mutant, seed) for seed in SEEDS[: arguments.seeds]))
            caught[exercise.name].append(noticed)
            if not noticed:
                survivors.append(mutant)
                show(Text(f"survives in {exercise.file}\n  - {mutant.was}\n  + {mutant.now}"), wrap=False)
    show(_matrix({check.number: check.name for check in checks}, caught))
    for file, was, now in sorted(known - stood):
        show(Text(f"not made any more, take it off the list: {file}\n  - {was}\n  + {now}"), wrap=False)
    total = sum(map(len, caught.values()))
    show(f"{total - len(survivors)} of {total} noticed; {len(stood)} more cannot be")
    return EXIT_SOME_SURVIVE if survivors or known - stood else EXIT_ALL_NOTICED


def _matrix(names: dict[int, str], caught: dict[str, list[frozenset[int]]]) -> Table:
    """How many mutants of each file each check notices, and how many it alone notices."""
    table = Table("check", *caught, "alone", "name", title="mutants noticed, by check and file")
    for number, name in names.items():
        counts = Counter(file for file, sets in caught.items() for noticed in sets if number in noticed)
        alone = sum(noticed == {number} for sets in caught.values() for noticed in sets)
        table.add_row(str(number), *(str(counts[file]) for file in caught), str(alone), name)
    return table
