//! Examples in the help of commands.  A test reads each of them as a command line.

/// Of `grundy verify`.
pub const VERIFY: &str = "\
Examples:
  grundy verify x.nimseq                          prove a description, or find what is wrong
  grundy verify descriptions --quiet              all files of a folder; print failures only
  grundy verify --fix x.nimseq                    repair one wrong word, if that can be proved
  grundy verify x.nimseq --certificate x.cert     write the proof, for `grundy check`
  grundy verify . --format sarif -o x.sarif       findings for code scanning";

/// Of `grundy check`.
pub const CHECK: &str = "\
Examples:
  grundy check x.cert x.nimseq                    check a proof of a description
  grundy check wrong.cert wrong.nimseq            replay a counterexample
  grundy check family.trace                       check a proof by trace
  grundy check x.cert x.nimseq --rule misere      check a proof by another rule than the text's own
  grundy check - x.nimseq < x.cert                read the certificate from standard input
  grundy check x.cert x.nimseq --export coq-theorem x.v    for the checker that is proved in Coq";

/// Of `grundy theorem`.
pub const THEOREM: &str = "\
Examples:
  grundy theorem x.nimseq                         least period and preperiod for all parameters
  grundy theorem x.nimseq --values outcome        those of the outcomes
  grundy theorem x.nimseq --misere                what follows for misère play
  grundy theorem x.nimseq --certificate x.cert    write the proof, for `grundy check`
  grundy theorem x.nimseq --format latex          a theorem for a paper
  grundy theorem x.nimseq --format json           the coefficients";

/// Of `grundy infer`.
pub const INFER: &str = "\
Examples:
  grundy infer '{ n 7n+1 20n+2 21n+2 }'           period and preperiod for all n
  grundy infer '{ n 2n 3n+1 }' --values nim -o x.nimseq    write the description that was found
  grundy infer '{ n 2n 3n+1 }' --format latex     a theorem for a paper
  grundy infer 'n >= 4 { 2 3 n }' --class '1 mod 2'        only odd n, from 5 on
  grundy infer '{ a b n }' --at a=1 --at b=2..3   one family for each value of b
  grundy infer 'a >= 1 b >= a+1 b <= 2a { a b a+b }'       several parameters
  grundy infer '{ n..2n }' --values misere        ranges of moves, and other rules
  grundy infer '{ 2n 5n 6n+1 8n+1 }' --by trace --certificate x.trace";

/// Of `grundy new`.
pub const NEW: &str = "\
Examples:
  grundy new '{ n 2n 3n+1 }' --values nim         draft a description; verify proves it
  grundy new '{ n 2n 3n+1 }' --values nim -o x.nimseq    write it to a file
  grundy new '{ n 2n }'                           a description of outcomes
  grundy new '{ n 2n }' --rule 'lost odd' --start sink    by another rule
  grundy new '{ n n+1 2n+3 }' --values nim --at n=4..9   look at other games
  grundy new '{ a n }' --at a=2 --at n=3..8       a value for each other parameter";

/// Of `grundy period`.
pub const PERIOD: &str = "\
Examples:
  grundy period 3 7 8                             least period and preperiod of the outcomes
  grundy period 1 3 4 --values nim                those of the Grundy values
  grundy period 3 7 8 --format latex              a theorem for a paper
  grundy heaps '{3 7 8}:1000'                     who wins the heap 1000, and how
  grundy period '1.. without 2 3' --values nim    a set of moves by name
  grundy period '{ 2n 5n 6n+1 8n+1 }' --at n=1000000     one game of a family
  grundy period '{ n 2n 3n+1 }' --values nim --at n=1..6    a table
  grundy period 21 103 214 235 --checkpoint x.checkpoint --time-limit 60
  grundy period 20 50 61 81 --certificate 20.trace    a proof for `grundy check`
  grundy period 1 'sqrt(2)' 3                     real moves of one field
  grundy period 3 7 8 --vary 3 --by 1/10          a table: the third move moved by tenths";

/// Of `grundy sequence`.
pub const SEQUENCE: &str = "\
Examples:
  grundy sequence 3 7 8 --count 40                outcomes: - for P (lost), + for N (won)
  grundy sequence 3 7 8 --values nim --count 40   Grundy values: _ for 0, A for 1, ...
  grundy sequence 3 7 8 --nim --format numbers    numbers: 0, 0, 0, 1, ...
  grundy sequence 3 7 8 --nim --format bfile -o b.txt    lines `n a(n)`, as OEIS has them
  grundy sequence 3 7 8 --from 1000 --count 1 --winning-moves    who wins the heap 1000, and how
  grundy sequence 3 7 8 --from 1000000000 --count 20    a piece far out
  grundy sequence squares --count 40              a set of moves by name
  grundy sequence '{ n 2n }' --values nim --runs --at n=3..8     runs of equal values
  grundy sequence '{ n 2n }' --values nim --words --at 3..8      words that fit all games
  grundy sequence 1 'sqrt(2)' 3 --count 20        losing intervals of real moves";

/// Of `grundy find`.
pub const FIND: &str = "\
Examples:
  grundy find 0,1,0,1,2,3,2                       games with these Grundy values, at any position
  grundy find 3,5,7,9                             families with these periods or preperiods
  grundy find '14n^3 + 11n + 1'                   families with this period or preperiod
  grundy find 771125532284                        games with this period";

/// Of `grundy heaps`.
pub const HEAPS: &str = "\
Examples:
  grundy heaps '{2 5}:2,5,12' '{1..4}:13'         who wins, with all winning moves
  grundy heaps '{2 5}:2,5,12' --misere            who cannot move wins
  grundy heaps '{n 2n}:10^18,7' --at n=3          moves of a family";

/// Of `grundy play`.
pub const PLAY: &str = "\
Examples:
  grundy play 2 5 7 --heaps 7,12,30               you begin
  grundy play 1..4 --heaps 9,9,10 --misere --second    the program begins; who cannot move wins";

/// Of `grundy register`.
pub const REGISTER: &str = "\
Examples:
  grundy register 2 5 7                           all words, their orbits and palindromes
  grundy register 3 7 8 --list                    also the words without a predecessor, and with two
  grundy register 2 4 7 --all-words               from every word of outcomes
  grundy register 3 7 8 --rule parity             by another rule
  grundy register 2 5 7 --start ++-++++           where this word leads, and what came before";
