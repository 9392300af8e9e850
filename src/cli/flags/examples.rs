//! Examples in the help of commands: each is a remark, with the command below it.  A test reads every command.

use clap::Command;

/// The examples of each command.  A group shows the first one of each of its commands.
const TABLE: &[(&str, &str)] = &[
    (
        "verify",
        "\
# Prove a description, or find what is wrong
grundy verify x.nimseq
# Check all files of the current folder; print failures only
grundy verify --quiet
# Repair the notation, and one wrong word if that can be proved
grundy verify --fix x.nimseq
# Write the repair as a patch
grundy verify --diff x.nimseq > x.patch
# Write the proof, for `grundy check`
grundy verify x.nimseq --certificate x.cert
# Write findings for code scanning
grundy verify . --format sarif -o x.sarif",
    ),
    (
        "check",
        "\
# Check a proof of a description
grundy check x.cert x.nimseq
# Replay a counterexample
grundy check wrong.cert wrong.nimseq
# Check a proof by trace
grundy check family.trace
# Check a proof by another rule than the text's own
grundy check x.cert x.nimseq --rule misere
# Read the certificate from standard input
grundy check - x.nimseq < x.cert",
    ),
    (
        "fmt",
        "\
# Indent the lines of a description
grundy fmt x.nimseq
# Show as a patch what would change; exit with 1 if anything would
grundy fmt --diff descriptions",
    ),
    (
        "explain",
        "\
# What a code means, with a wrong and a right text
grundy explain E0301
# All codes
grundy explain
# The JSON Schema of what a command writes
grundy explain --schema period",
    ),
    (
        "expand",
        "\
# The first values that a description gives for n = 5
grundy expand x.nimseq --at n=5 --count 40
# A piece far out, for several n
grundy expand x.nimseq --at n=3..8 --from 10^12 --count 20",
    ),
    (
        "compile",
        "\
# Parameters, conditions, moves and blocks, as JSON
grundy compile x.nimseq --emit model
# A script for SMT solvers for each chain
grundy compile x.nimseq --emit smt2 -o scripts",
    ),
    (
        "theorem",
        "\
# Least period and preperiod for all parameters
grundy theorem x.nimseq
# Those of the outcomes
grundy theorem x.nimseq --values outcome
# What follows for misère play
grundy theorem x.nimseq --misere
# Write the proof, for `grundy check`
grundy theorem x.nimseq --certificate x.cert
# A theorem for a paper
grundy theorem x.nimseq --format latex",
    ),
    (
        "infer",
        "\
# Period and preperiod for all n
grundy infer '{ n 7n+1 20n+2 21n+2 }'
# Write the description that was found
grundy infer '{ n 2n 3n+1 }' --values nim -o x.nimseq
# A theorem for a paper
grundy infer '{ n 2n 3n+1 }' --format latex
# Several parameters
grundy infer 'a >= 1 b >= a+1 b <= 2a { a b a+b }'
# Only odd n, from 5 on
grundy infer 'n >= 4 { 2 3 n }' --class '1 mod 2'
# One family for each value of b
grundy infer '{ a b n }' --at a=1 --at b=2..3
# Ranges of moves, and other rules
grundy infer '{ n..2n }' --values misere
# A proof by trace, as a file
grundy infer '{ 2n 5n 6n+1 8n+1 }' --by trace --certificate x.trace",
    ),
    (
        "new",
        "\
# Draft a description; `grundy verify` proves or refutes it
grundy new '{ n 2n 3n+1 }' --values nim
# Write it to a file
grundy new '{ n 2n 3n+1 }' --values nim -o x.nimseq
# Use another rule
grundy new '{ n 2n }' --rule 'lost odd' --start sink
# Look at other games
grundy new '{ n n+1 2n+3 }' --values nim --at n=4..9
# Give the other parameters a value
grundy new '{ a n }' --at a=2 --at n=3..8",
    ),
    (
        "period",
        "\
# Least period and preperiod of the outcomes
grundy period 3 7 8
# Those of the Grundy values
grundy period 1 3 4 --values nim
# A set of moves by name
grundy period '1.. without 2 3' --values nim
# One game of a family
grundy period '{ 2n 5n 6n+1 8n+1 }' --at n=1000000
# A table
grundy period '{ n 2n 3n+1 }' --values nim --at n=1..6
# A long search, which the same command continues
grundy period 21 103 214 235 --checkpoint x.checkpoint --time-limit 1h
# A proof for `grundy check`
grundy period 20 50 61 81 --certificate 20.trace
# Real moves of one field
grundy period 1 'sqrt(2)' 3
# A table: the third move varied by tenths
grundy period 3 7 8 --vary 3 --by 1/10
# A theorem for a paper
grundy period 3 7 8 --format latex
# Who wins heap 1000, and which moves win
grundy heaps '{3 7 8}:1000'",
    ),
    (
        "sequence",
        "\
# Outcomes: - for P (lost), + for N (won)
grundy sequence 3 7 8 --count 40
# Grundy values: _ for 0, A for 1, ...
grundy sequence 3 7 8 --values nim --count 40
# Grundy values as numbers: 0, 0, 0, 1, ...
grundy sequence 3 7 8 --values nim --format numbers
# Lines `n a(n)`, as OEIS has them
grundy sequence 3 7 8 --values nim --format bfile -o b.txt
# Who wins heap 1000, and which moves win
grundy sequence 3 7 8 --from 1000 --count 1 --winning-moves
# A set of moves by name
grundy sequence squares --count 40
# Runs of equal values
grundy sequence '{ n 2n }' --values nim --runs --at n=3..8
# Words whose lengths fit all games
grundy sequence '{ n 2n }' --values nim --words --at 3..8
# Losing intervals of real moves
grundy sequence 1 'sqrt(2)' 3 --count 20",
    ),
    (
        "find",
        "\
# Games with these Grundy values, at any position
grundy find 0,1,0,1,2,3,2
# Families with these periods or preperiods
grundy find 3,5,7,9
# Families with this period or preperiod
grundy find '14n^3 + 11n + 1'
# Games with this period
grundy find 771125532284",
    ),
    (
        "register",
        "\
# All words, their orbits and palindromes
grundy register 2 5 7
# Also the words without a predecessor, and with two
grundy register 3 7 8 --list
# From every word of outcomes
grundy register 2 4 7 --all-words
# By another rule
grundy register 3 7 8 --rule parity
# Where this word leads, and what came before
grundy register 2 5 7 --start ++-++++",
    ),
    (
        "family check",
        "\
# The catalogue that is part of the program
grundy family check
# One family of it
grundy family check --number 10
# Your own catalogue, with your descriptions
grundy family check my.toml --descriptions my",
    ),
    (
        "family theorems",
        "\
# One statement, up to a bound of your choice
grundy family theorems satz-4 --bound 200
# Statements of your own
grundy family theorems my.statements
# All statements, and what their bounds mean
grundy family theorems --list",
    ),
    (
        "census",
        "\
# Records of the period among all games
grundy census --max-move 20
# Records of the preperiod among games of four moves
grundy census --max-move 4..60 --moves 4 --records preperiod
# Only symmetric games, as a table for other programs
grundy census --max-move 50 --symmetric --moves 5 --format csv -o games.csv
# Only games whose moves satisfy a condition
grundy census --max-move 40 --moves 4 --where 's1+s3 == s4'
# Mean periods, for `grundy plot means`
grundy census --max-move 8..64 --moves 4 --mean --format csv -o means.csv
# By another rule
grundy census --max-move 12 --rule 'lost odd'
# One job of 64
grundy census --max-move 35 --shard 3/64 -o part3.jsonl
# What the 64 jobs found
grundy census merge part*.jsonl --format csv",
    ),
    (
        "census merge",
        "\
# The records of the whole census
grundy census merge part*.jsonl
# The same as a table for other programs
grundy census merge part*.jsonl --format csv -o records.csv",
    ),
    (
        "census families",
        "\
# Families of three moves, by the degree of their periods
grundy census families
# Additive families of four moves with larger coefficients
grundy census families --moves 4 --factors 12 --where 'a + c == d'
# Every family, as JSON
grundy census families --moves 3 --all --format json -o families.json",
    ),
    (
        "map three",
        "\
# The counts for s3 = 128
grundy map three 128
# A picture: which sum of two moves the period is
grundy map three 128 -o regions.png
# A picture of the preperiods
grundy map three 128 --show preperiod -o preperiods.svg
# A part of a large map
grundy map three 3001 --s1 500..1500 --s2 900..2000 --mirror -o part.png",
    ),
    (
        "map four",
        "\
# Periods of the games { s1 s2 60-s1 60 }
grundy map four 60 -o four.png
# Areas of the periods of { s1 s2 61 s1+61 }
grundy map four 61 --third --areas -o areas.png",
    ),
    (
        "map five",
        "\
# Periods of the games { s1 s2 60-s2 60-s1 60 }
grundy map five 60 -o five.png
# Areas of a large map, every fourth move
grundy map five 2048 --areas --step 4 -o areas.png
# Areas by bounds of your own
grundy map five 60 '--areas=s1+s5, 10s5' -o areas.svg",
    ),
    (
        "plot sequence",
        "\
# Values row by row, in rows as wide as the period
grundy plot sequence '{ 2n 5n 6n+1 8n+1 }' --at n=20 --width 281 -o blocks.png
# Grundy values, in a colour each
grundy plot sequence 3 7 8 --width 5 --rows 40 --values nim -o nim.svg",
    ),
    (
        "plot records",
        "\
# How records grow with the largest move
grundy plot records records.csv -o growth.svg
# With a title
grundy plot records records.csv --title 'Four moves' -o growth.svg",
    ),
    (
        "plot means",
        "\
# Mean periods of three classes
grundy plot means means.csv --classes I,II,O -o means.svg
# A line for each remainder of the largest move by 6
grundy plot means means.csv --from 58 --fit m-exp --modulus 6
# The curve M/150 exp(0.198 M) as well
grundy plot means means.csv --curve 150,0.198 -o growth.png
# Two files as one series
grundy plot means small.csv large.csv --join --show records -o maxima.svg",
    ),
    (
        "plot refutation",
        "\
# Where a description and its game differ
grundy plot refutation wrong.nimseq -o wrong.svg
# A larger picture
grundy plot refutation wrong.nimseq --size 1600x500 -o wrong.png",
    ),
    (
        "heaps",
        "\
# Who wins, with all winning moves
grundy heaps '{2 5}:2,5,12' '{1..4}:13'
# Misère play: who cannot move wins
grundy heaps '{2 5}:2,5,12' --misere
# Moves of a family
grundy heaps '{n 2n}:10^18,7' --at n=3",
    ),
    (
        "play",
        "\
# You begin
grundy play 2 5 7 --heaps 7,12,30
# The program begins, and who cannot move wins
grundy play 1..4 --heaps 9,9,10 --misere --second",
    ),
    (
        "nim",
        "\
# Who wins, with all winning moves
grundy nim 3 4 5
# The same in binary, and why
grundy nim 3 4 5 --bits --why
# Whoever takes the last stick loses
grundy nim 3 4 5 --misere",
    ),
    (
        "nim play",
        "\
# Play with heaps of 1, 3, 5 and 7 sticks
grundy nim play 1 3 5 7
# Misère play, and the program begins
grundy nim play 3 4 5 --misere --second",
    ),
    (
        "kabelsalat solve",
        "\
# All solutions with the fewest presses
grundy kabelsalat solve '7,4,4,6,3,3,-**.*,+*.**,+.***'
# At most ten of them
grundy kabelsalat solve '8,4,8,4,6,8,-*.**,+.***,+***.' --limit-solutions 10",
    ),
    (
        "kabelsalat hints",
        "\
# Explain a task step by step
grundy kabelsalat hints '7,4,4,6,3,3,-**.*,+*.**,+.***'
# The steps as JSON
grundy kabelsalat hints '8,4,8,4,6,8,-*.**,+.***,+***.' --format json
# First combine two switches, A and B
grundy kabelsalat hints '7,4,4,6,3,3,-**.*,+*.**,+.***' --combine A,B",
    ),
    (
        "kabelsalat equations",
        "\
# An equation for each stack
grundy kabelsalat equations '7,4,4,6,3,3,-**.*,+*.**,+.***'
# The same as JSON
grundy kabelsalat equations '7,4,4,6,3,3,-**.*,+*.**,+.***' --format json",
    ),
    (
        "kabelsalat generate",
        "\
# A random task with five stacks and four switches
grundy kabelsalat generate --stacks 5 --switches 4 --seed 17
# A task for switches of your own
grundy kabelsalat generate '+**..,-.**.,+..**' --target 9",
    ),
    (
        "kabelsalat graph",
        "\
# The positions on the way to the target
grundy kabelsalat graph '7,4,4,6,3,3,-**.*,+*.**,+.***'
# The same, for Graphviz
grundy kabelsalat graph '7,4,4,6,3,3,-**.*,+*.**,+.***' --format dot",
    ),
    (
        "kabelsalat play",
        "\
# Play a random task
grundy kabelsalat play
# Play a task of your own
grundy kabelsalat play '7,4,4,6,3,3,-**.*,+*.**,+.***'",
    ),
    (
        "wolf solve",
        "\
# Every start of the wolf
grundy wolf solve
# One position, with the wolf to move
grundy wolf solve A2-B3-C3-D3 b4 --to-move wolf",
    ),
    (
        "wolf repair",
        "\
# Find the cells that make a move tree win
grundy wolf repair descriptions/wolf/tree_primary.tsv
# Change at most two cells
grundy wolf repair descriptions/wolf/tree_primary.tsv --limit-cells 2",
    ),
    (
        "wolf machine",
        "\
# What the relays and lamps of the machine do
grundy wolf machine descriptions/wolf/tree_primary.tsv
# Replay one play
grundy wolf machine descriptions/wolf/tree_primary.tsv --wolf b7,b6,b5",
    ),
    (
        "wolf play",
        "\
# Play the wolf
grundy wolf play
# Play the sheep
grundy wolf play --side sheep",
    ),
    (
        "petri info",
        "\
# Places, transitions, and arcs by kind
grundy petri info net.pnml
# The same as JSON
grundy petri info net.pnml --format json",
    ),
    (
        "petri graph",
        "\
# Count reachable and dead markings
grundy petri graph net.pnml
# List them, if there are few
grundy petri graph net.pnml --list
# Draw them with Graphviz
grundy petri graph net.pnml --format dot",
    ),
    (
        "petri analyse",
        "\
# Invariants, siphons, traps, deadlocks, liveness
grundy petri analyse net.pnml
# Around one place
grundy petri analyse net.pnml --node Fork0",
    ),
    (
        "petri draw",
        "\
# Draw a net
grundy petri draw net.pnml -o net.svg
# The marking after two transitions
grundy petri draw net.pnml --after 'produce pack' -o packed.png
# Write the net for Graphviz
grundy petri draw net.pnml --format dot",
    ),
    (
        "petri convert",
        "\
# Write the net as standard PNML
grundy petri convert net.pnml -o standard.pnml
# Write it for PIPE
grundy petri convert net.pnml --to pipe -o pipe.xml",
    ),
    (
        "petri simulate",
        "\
# Fire transitions at random
grundy petri simulate net.pnml --steps 20 --seed 3
# Choose each transition yourself
grundy petri simulate net.pnml --interactive",
    ),
    (
        "petri replay",
        "\
# Fire a sequence of transitions
grundy petri replay net.pnml produce pack
# Read the sequence from a file
grundy petri replay net.pnml @sequence.txt",
    ),
    (
        "muehle net",
        "\
# Write the published net of the game
grundy muehle net -o muehle.pnml
# Only the net of one figure
grundy muehle net --part 3.7 -o part.pnml",
    ),
    (
        "muehle compare",
        "\
# Play the published net and the rules in parallel
grundy muehle compare
# A net of your own, with more random games
grundy muehle compare net.pnml --games 10000 --seed 3",
    ),
    (
        "muehle replay",
        "\
# Play a few turns through
grundy muehle replay d6 f4 d2 b4
# Read a game record from a file
grundy muehle replay @game.txt",
    ),
    (
        "muehle play",
        "\
# You begin
grundy muehle play
# The program begins
grundy muehle play --second",
    ),
    (
        "server",
        "\
# What an editor runs
grundy server
# Use one thread only
grundy server -j 1",
    ),
    (
        "playground",
        "\
# Serve the page, and open the address that is printed
grundy playground
# On any free port
grundy playground --port 0",
    ),
    (
        "completions",
        "\
# Bash
grundy completions bash -o ~/.local/share/bash-completion/completions/grundy
# Zsh, in a folder of $fpath
grundy completions zsh -o ~/.zfunc/_grundy
# Fish
grundy completions fish -o ~/.config/fish/completions/grundy.fish
# Elvish, with `use grundy` in rc.elv
grundy completions elvish -o ~/.config/elvish/lib/grundy.elv
# PowerShell, with `. ~/grundy.ps1` in $PROFILE
grundy completions powershell -o ~/grundy.ps1",
    ),
    (
        "man",
        "\
# Read the page of a command
grundy man petri graph | man -l -
# Write all pages
grundy man --all -o man",
    ),
];

/// The examples of the command with this path; of a group the first one of each of its commands.
fn of(path: &str) -> String {
    if let Some((_, own)) = TABLE.iter().find(|(name, _)| *name == path) {
        return (*own).to_owned();
    }
    let inner = TABLE.iter().filter(|(name, _)| name.starts_with(&format!("{path} ")));
    let first = inner.map(|(_, examples)| examples.lines().take(2).collect::<Vec<_>>());
    first.flatten().collect::<Vec<_>>().join("\n")
}

/// Shows the examples below what else the help says.
pub fn show(command: Command, path: &str) -> Command {
    let notes = command.get_after_help().map(|notes| format!("{notes}\n\n")).unwrap_or_default();
    let lines: String = of(path).lines().map(|line| format!("\n  {line}")).collect();
    command.after_help(format!("{notes}Examples:{lines}"))
}
