"""Tests of the stock list; run this file, with `lines` or `table` for one part of them."""

import sys

import lines
import table


def test_lines_name_without_blanks():
    assert lines.name("rice : 4") == "rice", f"got {lines.name('rice : 4')!r}"


def test_lines_amount_in_thousands():
    assert lines.amount("salt: 1 200") == 1200


def test_lines_empty_line_does_not_count():
    assert not lines.counts("")


def test_table_is_16_wide():
    assert table.row("tea", 3) == "tea" + 13 * " " + "3", f"got {table.row('tea', 3)!r}"


def main(part):
    tests = {name: value for name, value in globals().items() if name.startswith(f"test_{part}")}
    failed = 0
    for name, test in tests.items():
        try:
            test()
        except Exception as error:
            failed += 1
            print(f"{name}: {type(error).__name__} {error}")
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
