"""Tests of `timetable`; run this file, or point pytest at it."""

import sys

from timetable import later, minutes, text


def test_reads_hours_and_minutes():
    assert minutes("09:05") == 545


def test_writes_two_digits():
    assert text(545) == "09:05", f"545 minutes came out as {text(545)}"


def test_goes_on_past_midnight():
    assert later("23:50", 20) == "00:10", f"20 minutes after 23:50 came to {later('23:50', 20)}"


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
