"""Tests of `durations`; run this file, or point pytest at it."""

import sys

from durations import seconds, text, total


def test_reads_minutes_and_seconds():
    assert seconds("4:05") == 245


def test_writes_two_digits_of_seconds():
    assert text(245) == "4:05", f"245 seconds came out as {text(245)}"


def test_adds_up_past_a_full_minute():
    assert total(["0:50", "0:15"]) == "1:05", f"0:50 and 0:15 came to {total(['0:50', '0:15'])}"


def main():
    tests = {name: value for name, value in globals().items() if name.startswith("test_")}
    failed = 0
    for name, test in tests.items():
        try:
            test()
        except AssertionError as error:
            failed += 1
            print(f"{name}: {error}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
