# Positions of Nim with their outcomes and all winning moves in normal and misere play.
# Source: a magazine article of 1987 (tips for the ZX Spectrum, part 15) about a program that plays
# the stick game; its strategy, applied to these positions.

N01:  (none)     xor 0   normal P -                    misere N -  # nothing left: the player to move has lost (normal) or won (misere)
N02:  1          xor 1   normal N 1:1                  misere P -  # last stick
N03:  2          xor 2   normal N 1:2                  misere N 1:1
N04:  7          xor 7   normal N 1:7                  misere N 1:6  # one heap
N05:  0 0 5      xor 5   normal N 3:5                  misere N 3:4  # empty heaps stay numbered
N06:  1 1        xor 0   normal P -                    misere N 1:1 2:1  # ones only, even
N07:  1 1 1      xor 1   normal N 1:1 2:1 3:1          misere P -  # ones only, odd
N08:  1 1 1 1    xor 0   normal P -                    misere N 1:1 2:1 3:1 4:1  # ones only, even
N09:  1 1 1 1 1  xor 1   normal N 1:1 2:1 3:1 4:1 5:1  misere P -  # ones only, odd
N10:  1 2        xor 3   normal N 2:1                  misere N 2:2  # one big heap
N11:  1 1 2      xor 2   normal N 3:2                  misere N 3:1  # one big heap
N12:  1 1 1 4    xor 5   normal N 4:3                  misere N 4:4  # one big heap
N13:  1 1 1 1 6  xor 6   normal N 5:6                  misere N 5:5  # one big heap
N14:  2 2        xor 0   normal P -                    misere P -
N15:  2 3        xor 1   normal N 2:1                  misere N 2:1
N16:  3 3        xor 0   normal P -                    misere P -
N17:  2 2 1      xor 1   normal N 3:1                  misere N 3:1  # two big heaps
N18:  2 2 1 1    xor 0   normal P -                    misere P -
N19:  1 2 3      xor 0   normal P -                    misere P -
N20:  1 3 3      xor 1   normal N 1:1 2:1 3:1          misere N 1:1 2:1 3:1
N21:  2 3 4      xor 5   normal N 3:3                  misere N 3:3
N22:  3 4 5      xor 2   normal N 1:2                  misere N 1:2  # the best known start
N23:  1 3 5 7    xor 0   normal P -                    misere P -  # four rows
N24:  1 3 5      xor 7   normal N 3:3                  misere N 3:3
N25:  2 4 6      xor 0   normal P -                    misere P -  # zero position
N26:  3 5 6      xor 0   normal P -                    misere P -  # zero position
N27:  3 5 7      xor 1   normal N 1:1 2:1 3:1          misere N 1:1 2:1 3:1
N28:  4 4 4      xor 4   normal N 1:4 2:4 3:4          misere N 1:4 2:4 3:4
N29:  5 5 5 5    xor 0   normal P -                    misere P -
N30:  1 4 5      xor 0   normal P -                    misere P -
N31:  2 5 7      xor 0   normal P -                    misere P -
N32:  6 7 8      xor 9   normal N 3:7                  misere N 3:7
N33:  7 9 14     xor 0   normal P -                    misere P -
N34:  10 11 12   xor 13  normal N 1:3 2:5 3:11         misere N 1:3 2:5 3:11
N35:  1 2 4 8    xor 15  normal N 4:1                  misere N 4:1
N36:  1 2 4 7    xor 0   normal P -                    misere P -  # zero position
N37:  3 3 7 7    xor 0   normal P -                    misere P -
N38:  2 2 2      xor 2   normal N 1:2 2:2 3:2          misere N 1:2 2:2 3:2
N39:  2 2 2 2    xor 0   normal P -                    misere P -
N40:  2 2 2 3    xor 1   normal N 4:1                  misere N 4:1
N41:  1 1 2 2    xor 0   normal P -                    misere P -
N42:  1 1 3 4    xor 7   normal N 4:1                  misere N 4:1
N43:  4 0 4 1    xor 1   normal N 4:1                  misere N 4:1  # with an empty heap
N44:  12 9 5     xor 0   normal P -                    misere P -  # zero position
N45:  15 1       xor 14  normal N 1:14                 misere N 1:15
N46:  8 8 1 1    xor 0   normal P -                    misere P -
N47:  9 3 3      xor 9   normal N 1:9                  misere N 1:9
N48:  5 6 7 8 9  xor 5   normal N 1:5 2:3 3:5          misere N 1:5 2:3 3:5
