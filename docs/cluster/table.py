#!/usr/bin/env python3
"""One table (CSV) of what campaign.sbatch found: table.py families.txt > table.csv

Run it in the folder of the campaign. It ends with 0 if every family has a theorem and its
description was verified, with 4 if something is undecided, and with 2 if a result is missing.
"""

import csv
import json
import re
import sys
from pathlib import Path

COLUMNS = ["line", "moves", "values", "infer", "verify", "from", "period", "preperiod"]


def polynomial(coefficients, name):
    """Coefficients, ascending, as in 14n^3 + 11n + 1."""
    terms = []
    for power, coefficient in reversed(list(enumerate(coefficients))):
        if coefficient == "0":
            continue
        letter = "" if power == 0 else name if power == 1 else f"{name}^{power}"
        size = coefficient.removeprefix("-")
        if letter and "/" in size:
            size = f"({size})"
        sign = "-" if coefficient.startswith("-") else "+"
        terms.append((sign, letter if letter and size == "1" else size + letter))
    if not terms:
        return "0"
    (sign, first), *rest = terms
    return ("-" if sign == "-" else "") + first + "".join(f" {s} {term}" for s, term in rest)


def pieces(laws, name):
    """Polynomials by classes of the parameter."""
    return "; ".join(
        polynomial(law["coefficients"], name)
        + (f" if {name} mod {law['modulus']} = {law['residue']}" if law["modulus"] > 1 else "")
        for law in laws
    )


def read(path):
    """A result, or None if the task was not done with it."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def row(line, moves):
    """What is known about one family."""
    found = read(Path(f"families/{line}.infer.json"))
    if found is None:
        return {"line": line, "moves": moves, "infer": "missing"}
    checked = read(Path(f"families/{line}.verify.json"))
    described = Path(f"families/{line}.nimseq").exists()
    name = re.search("[a-z]", " ".join(found["moves"]))
    name = name.group() if name else "n"
    return {
        "line": line,
        "moves": moves,
        "values": found["values"],
        "infer": found["verdict"],
        "verify": checked["results"][0]["verdict"] if checked else "missing" if described else "",
        "from": found["from"],
        "period": pieces(found["period"], name),
        "preperiod": pieces(found["preperiod"], name),
    }


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as families:
        lines = [(number, line.rstrip("\n")) for number, line in enumerate(families, 1)]
    rows = [row(number, line) for number, line in lines if line and not line.startswith("#")]
    table = csv.DictWriter(sys.stdout, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    verdicts = {verdict for row in rows for verdict in (row["infer"], row.get("verify", "missing"))}
    return 2 if "missing" in verdicts else 0 if verdicts <= {"verified"} else 4


if __name__ == "__main__":
    sys.exit(main())
