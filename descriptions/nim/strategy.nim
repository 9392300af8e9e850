# What the described strategy plays, including what it does without a winning move.
# Source: the article of positions.nim; which heap a single stick comes from is left open there.

(none)                 normal P -   plays -     misere N -   plays -
2                      normal N     plays 1:2   misere N     plays 1:1
1 1 1                  normal N     plays 3:1   misere P     plays 2:1
3 4 5                  normal N     plays 1:2   misere N     plays 1:2
1 3 5 7                normal P     plays 4:1   misere P     plays 2:1
4 4 4                  normal N     plays 2:4   misere N     plays 3:4

# Heaps of any size: too many positions to search, decided by the theory.
1000000000000 999999999999               normal N 1:1    misere N 1:1
100000000000000000000 1                  normal N 1:99999999999999999999
100000000000000000000 1                  misere N 1:100000000000000000000
123456789012345678901234567890 123456789012345678901234567890   xor 0   normal P -   misere P -
