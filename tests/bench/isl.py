"""Times isl on systems of constraints, one set a line: python3 isl.py SYSTEMS"""

import sys
import time

import islpy

sets = [islpy.BasicSet(line) for line in open(sys.argv[1])]
start = time.perf_counter()
empty = sum(each.is_empty() for each in sets)
seconds = time.perf_counter() - start
print(f"isl: {seconds / len(sets) * 1e6:.3f} µs per system ({len(sets) - empty} feasible, {empty} infeasible)")
