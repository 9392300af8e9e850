//! What each code means: the texts of `grundy explain`.

/// How the example of a code is made to show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading the example is enough.
    Reading,
    /// A text with this fault cannot be printed, mostly because it is too large; the example
    /// shows its shape.
    Large,
    /// The example can be read; checking its claim shows the code.
    Checking,
    /// The example is right; checking what it says about its period shows the code.
    Claim,
    /// The example is a catalogue of published values; reading or checking it shows the code.
    Catalogue,
    /// The example holds claims about Nim positions; reading or checking it shows the code.
    Nim,
    /// The example holds claims about tasks with stacks and switches; reading or checking it
    /// shows the code.
    Kabelsalat,
    /// The example is a Petri net; reading it shows the code.
    Petri,
    /// The example is a published table; reading or checking it alone shows the code.
    Table,
}

/// What a code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code, such as `E0106`.
    pub code: &'static str,
    /// What it is about, in one line.
    pub title: &'static str,
    /// The rule behind it and its reason.
    pub text: &'static str,
    /// A small text with this fault.
    pub example: &'static str,
    /// Which stage finds the fault.
    pub stage: Stage,
}

/// What the code means, if there is such a code.
///
/// ```
/// assert_eq!(grundy::lang::codes::explain("E0119").unwrap().title, "Too deeply nested");
/// assert_eq!(grundy::lang::codes::explain("E0000"), None);
/// ```
pub fn explain(code: &str) -> Option<Explanation> {
    all().find(|explanation| explanation.code == code)
}

/// All codes, in order: errors, then warnings.
pub fn all() -> impl Iterator<Item = Explanation> {
    EXPLANATIONS.iter().map(|&(code, stage, title, text, example)| Explanation {
        code,
        title,
        text,
        example,
        stage,
    })
}

/// Code, stage, title, text, example.
type Row = (&'static str, Stage, &'static str, &'static str, &'static str);

const EXPLANATIONS: &[Row] = &[
    (
        "E0100",
        Stage::Large,
        "A file that is not UTF-8",
        "A description is a text in UTF-8; outside comments it needs ASCII only.",
        "n >= 1 { n 2n } # caf\u{fffd}\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0101",
        Stage::Reading,
        "A token that is nothing known",
        "Every token of the body is a keyword or a word. A word is one value or a cycle of \
         values, with a length: `A`, `_n`, `A12`, `A(2n-1)`, `<AB>(n)` (n values), `(AB)n` (n \
         times both values). Nothing but blanks, line ends and the like separates tokens, so \
         a word has no blank inside.",
        "n >= 1 { n 2n }\nREPEAT _n An ? ENDREP\n",
    ),
    (
        "E0102",
        Stage::Reading,
        "A keyword that is spelt wrong",
        "The keywords are FOR FROM UPTO REP REPEAT PER ENDREP IF THEN ELIF ELSE FI ENDIF LET, \
         in upper case. REP and REPEAT mean the same, so do PER and ENDREP, and FI and ENDIF.",
        "n >= 1 { n 2n }\nREPAET _n An ENDREP\n",
    ),
    (
        "E0103",
        Stage::Reading,
        "A keyword is missing in the head of a loop",
        "A counted loop is written `FOR i FROM 1 UPTO n-1 REP ... PER`. Between its keywords \
         stand one variable and two expressions, each a single token.",
        "n >= 1 { n 2n }\nFOR i FORM 1 UPTO n REP A PER\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0104",
        Stage::Reading,
        "A variable is wanted",
        "Variables are single lower-case letters; upper-case letters are values.",
        "n >= 1 { n 2n }\nREPEAT _n A(2N) ENDREP\n",
    ),
    (
        "E0105",
        Stage::Reading,
        "An expression is wanted",
        "An expression is a sum of numbers and multiples of variables, such as `2n+4i-4`. It \
         is one token. There are no products of variables, no division and no brackets \
         inside.",
        "n >= 1 { n 2n }\nREPEAT _n A(2*n) ENDREP\n",
    ),
    (
        "E0106",
        Stage::Reading,
        "Two terms without a sign between them",
        "In `ni` it is not clear whether a sum or a product is meant; the program of 1996 \
         dropped one of the two. Write `n+i`. Products of variables do not exist.",
        "n >= 1 { n 2n }\nREPEAT _n A(2n3) ENDREP\n",
    ),
    (
        "E0107",
        Stage::Reading,
        "A sign too many",
        "Signs separate terms, and one may stand in front. `--n` and `n-` are refused, \
         although the program of 1996 read them as `-n` and `n-1`.",
        "n >= 1 { n 2n }\nREPEAT _n A(n--1) ENDREP\n",
    ),
    (
        "E0108",
        Stage::Reading,
        "A relation is wanted",
        "Order conditions have the relations `>=`, `<=` and `==`, conditions of branches also \
         `!=`. All numbers are integers: `n > 1` is `n >= 2`.",
        "n > 1 { n 2n }\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0109",
        Stage::Reading,
        "Blanks in the wrong place",
        "A condition is three tokens, `n >= 1`, with blanks around the relation. An \
         expression is one token, `n-1`, without blanks. A blank stands in front of `{`.",
        "n>=1 { n 2n }\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0110",
        Stage::Reading,
        "A closing bracket is missing",
        "The brackets of a cycle and of a length are closed within the word, which is one \
         token without blanks.",
        "n >= 1 { n 2n }\nREPEAT _n A(2n ENDREP\n",
    ),
    (
        "E0111",
        Stage::Reading,
        "The brackets of a cycle do not match",
        "The two kinds of cycles mean different things: `<AB>(3)` is ABA, `(AB)(3)` is \
         ABABAB. A mixture could mean either.",
        "n >= 1 { n 2n }\nREPEAT _n <AB)(n) ENDREP\n",
    ),
    (
        "E0112",
        Stage::Reading,
        "Something sticks to a complete word",
        "Words are separated by blanks. After a length in brackets, a bare number or a bare \
         variable, the word is over.",
        "n >= 1 { n 2n }\nREPEAT _nAn ENDREP\n",
    ),
    (
        "E0113",
        Stage::Reading,
        "A cycle without values",
        "A word repeats the values of its cycle, so there must be one. The number 0 in front \
         of a value removes it.",
        "n >= 1 { n 2n }\nREPEAT _n <0A>(n) ENDREP\n",
    ),
    (
        "E0114",
        Stage::Reading,
        "A number without a value",
        "A number inside a cycle repeats the value behind it: `<_2A>` is `<_AA>`.",
        "n >= 1 { n 2n }\nREPEAT _n <A2>(n) ENDREP\n",
    ),
    (
        "E0115",
        Stage::Reading,
        "An empty length",
        "`A()` has no length to read. One value is `A`.",
        "n >= 1 { n 2n }\nREPEAT _n A() ENDREP\n",
    ),
    (
        "E0116",
        Stage::Reading,
        "A length that needs brackets",
        "Only one number or one variable can stand directly behind a value: `A12`, `An`. \
         Everything longer is put in brackets.",
        "n >= 1 { n 2n }\nREPEAT _n A2n ENDREP\n",
    ),
    (
        "E0117",
        Stage::Reading,
        "An end without a beginning",
        "Each PER belongs to a REP before it, each FI, ELSE and ELIF to an IF.",
        "n >= 1 { n 2n }\nREPEAT _n An ENDREP PER\n",
    ),
    (
        "E0118",
        Stage::Reading,
        "A loop or a branch is not closed",
        "Loops end with PER, branches with FI. They lie inside one another: what is opened \
         last is closed first.",
        "n >= 1 { n 2n }\nREPEAT IF n >= 2 THEN _n ENDREP FI\n",
    ),
    (
        "E0119",
        Stage::Large,
        "Too deeply nested",
        "Loops and branches may be nested 64 deep. Every counted loop needs a letter of its \
         own, so only branches could make sense of more.",
        "n >= 1 { n 2n }\nREPEAT REPEAT REPEAT ...\n",
    ),
    (
        "E0120",
        Stage::Reading,
        "THEN is missing",
        "A branch is written `IF i >= n THEN ... ELIF i == 0 THEN ... ELSE ... FI`.",
        "n >= 1 { n 2n }\nREPEAT IF n >= 2 _n FI An ENDREP\n",
    ),
    (
        "E0121",
        Stage::Reading,
        "An arm behind ELSE",
        "ELSE takes all cases that are left; an arm behind it could never be reached.",
        "n >= 1 { n 2n }\nREPEAT IF n >= 2 THEN A ELSE B ELSE A FI ENDREP\n",
    ),
    (
        "E0122",
        Stage::Reading,
        "A comment in the move list",
        "Comments may stand between the parts of a description, but not inside the braces.",
        "n >= 1 { n # first\n 2n }\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0123",
        Stage::Reading,
        "The move list is missing",
        "Between the order conditions and the words stand the moves of the game, in braces.",
        "n >= 1\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0124",
        Stage::Reading,
        "The move list is empty",
        "A game without moves has no positions but lost ones.",
        "n >= 1 { }\nREPEAT _n ENDREP\n",
    ),
    (
        "E0125",
        Stage::Reading,
        "Two move lists",
        "A description is about one game.",
        "n >= 1 { n } { 2n }\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0126",
        Stage::Reading,
        "The parts stand in the wrong order",
        "A description is made of order conditions, then the move list, then words, loops and \
         branches.",
        "{ n 2n } n >= 1\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0127",
        Stage::Reading,
        "A LET that is not of the right form",
        "LET is followed by one token: a variable, `=`, and an expression, such as `LET \
         k=2n-1`.",
        "n >= 1 { n 2n }\nREPEAT LET k = 2n _k An ENDREP\n",
    ),
    (
        "E0128",
        Stage::Large,
        "A number with too many digits",
        "Numbers may have any size up to 65536 digits.",
        "n >= 1 { n 2n }\nREPEAT _n A(12345...67890) ENDREP\n",
    ),
    (
        "E0129",
        Stage::Reading,
        "The move list is not closed",
        "The braces of the move list are closed behind the last move.",
        "n >= 1 { n 2n\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0130",
        Stage::Reading,
        "A control character",
        "Blank, line feed, carriage return, tab and form feed separate tokens; a NUL \
         character ends the text; no other control character may occur.",
        "n >= 1 { n 2n }\nREPEAT _n \u{7}An ENDREP\n",
    ),
    (
        "E0131",
        Stage::Reading,
        "A comment without a blank before it",
        "`#` begins a comment only as the first character of a token.",
        "n >= 1 { n 2n }\nREPEAT _n An#period\nENDREP\n",
    ),
    (
        "E0132",
        Stage::Reading,
        "A comment inside a head",
        "The head of a loop, a condition and a LET are not interrupted by comments.",
        "n >= 1 { n 2n }\nFOR i FROM 1 # one\nUPTO n REP A PER\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0133",
        Stage::Reading,
        "A claim that is not known",
        "A claim is about the least period or the least preperiod: `CLAIM period 14n^3 + 11n + 1`, \
         `CLAIM preperiod 7n + 1 for n >= 5`, `CLAIM outcome period 4`. It goes to the end of the \
         line, and `outcome` takes a description of Grundy values for one of outcomes.",
        "n >= 1\nCLAIM length 3n\n{ n 2n }\nREPEAT _n An Bn ENDREP\n",
    ),
    (
        "E0134",
        Stage::Reading,
        "A formula of a claim that cannot be read",
        "Formulas and conditions of claims are written as in catalogues: `(n^2 + n)/2`, \
         `n mod 2 == 1 and n >= 5`.",
        "n >= 1\nCLAIM period 3n+\n{ n 2n }\nREPEAT _n An Bn ENDREP\n",
    ),
    (
        "E0135",
        Stage::Reading,
        "A variable of a claim that is no parameter",
        "What a claim says depends on the parameters of the description.",
        "n >= 1\nCLAIM period 3m\n{ n 2n }\nREPEAT _n An Bn ENDREP\n",
    ),
    (
        "E0199",
        Stage::Large,
        "Too many findings",
        "One run shows at most 500 findings. Mend some and run again.",
        "n >= 1 { n 2n }\nREPEAT ? ? ? ... ENDREP\n",
    ),
    (
        "E0201",
        Stage::Reading,
        "A value that no position can have",
        "A position has as many options as there are moves, at most, so its Grundy value is \
         at most the number of moves: with k moves only `_` and the first k letters are \
         values.",
        "n >= 1 { n 2n }\nREPEAT _n Cn ENDREP\n",
    ),
    (
        "E0202",
        Stage::Reading,
        "Two alphabets",
        "A description states Grundy values, `_` `A` `B` ..., or outcomes, `+` for N (the \
         next player wins) and `-` for P (the previous player wins), not both.",
        "n >= 1 { n 2n }\nREPEAT _n +n ENDREP\n",
    ),
    (
        "E0203",
        Stage::Reading,
        "A variable that is not declared",
        "Parameters are declared by order conditions at the start of the text, control \
         variables by FOR, abbreviations by LET.",
        "n >= 1 { n 2n }\nREPEAT _n Am ENDREP\n",
    ),
    (
        "E0204",
        Stage::Reading,
        "A variable that is not visible here",
        "A control variable is visible in the body of its loop, a LET variable behind its LET \
         to the end of the body it stands in. The right side of an order condition may use \
         the variables on the left sides of earlier conditions.",
        "n >= 1 { n 2n }\nFOR i FROM 1 UPTO n REP Ai PER\nREPEAT _i An ENDREP\n",
    ),
    (
        "E0205",
        Stage::Reading,
        "A variable defined by itself",
        "The variable on the left of an order condition does not occur on its right; a \
         control variable does not occur in its own bounds; a LET does not use the name it \
         defines.",
        "n >= 1 { n 2n }\nFOR i FROM 1 UPTO n-i REP Ai PER\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0206",
        Stage::Reading,
        "A name that is in use",
        "A FOR needs a letter that is no parameter, no control variable of a loop around it \
         and no visible LET; a LET needs one that is no parameter and no control variable.",
        "n >= 1 { n 2n }\nFOR n FROM 1 UPTO 2 REP A PER\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0207",
        Stage::Reading,
        "A parameter without a lower bound",
        "Parameters range over all integers that satisfy the order conditions. Each needs a \
         condition `n >= ...` or an equation `n == ...`; the program of 1996 silently took `n \
         >= 0`.",
        "n <= 5 { n 2n }\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0208",
        Stage::Reading,
        "No endless loop",
        "A description is an infinite sequence. Its period stands between REPEAT and ENDREP, \
         without FOR.",
        "n >= 1 { n 2n }\n_n An\n",
    ),
    (
        "E0209",
        Stage::Reading,
        "Two endless loops",
        "The first endless loop never ends, so a second one can never begin.",
        "n >= 1 { n 2n }\nREPEAT _n ENDREP REPEAT An ENDREP\n",
    ),
    (
        "E0210",
        Stage::Reading,
        "The endless loop stands inside something",
        "The endless loop is a part of the whole text, not of a loop or a branch: what \
         surrounds it could not go on.",
        "n >= 1 { n 2n }\nFOR i FROM 1 UPTO n REP REPEAT _n An ENDREP PER\n",
    ),
    (
        "E0211",
        Stage::Reading,
        "Something behind the endless loop",
        "The endless loop never ends, so nothing behind it can be reached.",
        "n >= 1 { n 2n }\nREPEAT _n An ENDREP _n\n",
    ),
    (
        "E0212",
        Stage::Reading,
        "A cycle that is too long",
        "A cycle may have 65536 values, all cycles of a text together 16777216. A long run of \
         one value is a word with a length, not a cycle.",
        "n >= 1 { n 2n }\nREPEAT _n <70000AB>(n) ENDREP\n",
    ),
    (
        "E0301",
        Stage::Checking,
        "The description is wrong",
        "At the position shown, the described value is not the one that the rule demands of the \
         described values of its options, so the described sequence is not that of the game. \
         Unless a limit was reached as well, the parameters are the smallest for which this \
         happens, in the order of their declaration; the position is always the smallest for \
         these parameters.",
        "n >= 1 { n 2n }\nREPEAT _n An B(n+1) ENDREP\n",
    ),
    (
        "E0302",
        Stage::Checking,
        "A word of negative length",
        "A word stands for a piece of the sequence. Its length is at least 0 for all parameters \
         that satisfy the order conditions, and in every iteration of the loops around it. The \
         parameters and control variables shown are the smallest for which it is not.",
        "n >= 1 { n 2n }\nREPEAT _n An B(n-2) ENDREP\n",
    ),
    (
        "E0303",
        Stage::Checking,
        "A move below 1",
        "A move takes at least 1 item from the heap, for all parameters that satisfy the order \
         conditions.",
        "n >= 1 { n 5-n }\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0304",
        Stage::Checking,
        "An endless loop of nothing",
        "For the parameters shown, a pass through the endless loop has no position, and the \
         sequence would never go on.",
        "n >= 1 { n 2n }\n_n An Bn REPEAT _(n-1) ENDREP\n",
    ),
    (
        "E0305",
        Stage::Checking,
        "A block in a loop that does not grow with a parameter",
        "To check a position, the proof looks at all that can stand before it, as far back as \
         the largest move. Where the length of a block in a loop does not contain every \
         parameter, any number of its repetitions can lie within that distance, and there is no \
         end of cases. Nothing is said about whether the description is right.",
        "n >= 1 { 2n+1 }\nFOR i FROM 1 UPTO n REP _ PER _(n+1) A(2n+1)\n\
         REPEAT _(2n+1) A(2n+1) ENDREP\n",
    ),
    (
        "E0306",
        Stage::Checking,
        "Not everything could be checked",
        "The proof reached a limit, so the part that is left may be right or wrong. The limits \
         are: time (--time-limit); chain-blocks, the blocks that lie between a position and its \
         farthest option; phase-period, the positions after which cycles that meet repeat \
         together; case-splits, the cases to distinguish; integer-branches, the work on one \
         question about integers; positions, the way to the first wrong position; solutions, the \
         solutions of a puzzle that are listed.",
        "n >= 1 { 8192 32768n+8192 }\n<8192_8192A8192_8192A>(65536n)\n\
         REPEAT <8192_8192A8192_8192A8192_8192A>(49152n) ENDREP\n",
    ),
    (
        "E0307",
        Stage::Claim,
        "A wrong claim about period or preperiod",
        "The description is proved, and the least period or preperiod that follows from it is \
         not the claimed one. The parameters shown are the smallest for which this happens, as \
         of counterexamples: the first parameter declared counts first. Where part of a claim \
         is not understood (see E0308) there may be smaller ones, and the message says so.",
        "n >= 1 CLAIM period 3n\n{ n }\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0308",
        Stage::Claim,
        "A claim about period or preperiod that is not decided",
        "The description is proved, but nobody knows whether its period or preperiod is the \
         least one, or the claim is too complicated to be compared for all parameters; the message \
         names the part. Understood are sums, products, quotients and remainders by numbers, \
         powers with numbers as exponents, floor and ceil, in any combination; and gcd, abs, min, \
         max and comparisons, where there is one parameter or everything is affine.",
        "n >= 1\nCLAIM period 2n^2/n\n{ n }\nREPEAT _n An ENDREP\n",
    ),
    (
        "E0401",
        Stage::Checking,
        "Conditions that nothing satisfies",
        "A description says something about the parameters that satisfy all its order \
         conditions. No integers do, so it says nothing.",
        "n >= 3 n <= 2 { n 2n }\nREPEAT _n An Bn ENDREP\n",
    ),
    (
        "E0600",
        Stage::Catalogue,
        "A catalogue that is not TOML",
        "A catalogue is a file in TOML (https://toml.io). The message is that of the TOML \
         reader; nothing else in the file was looked at.",
        "title = \"an example\n\
         source = \"nobody\"\n",
    ),
    (
        "E0601",
        Stage::Catalogue,
        "A key that a catalogue does not have",
        "Every key has a meaning, and a mistyped one would be a claim that is silently not \
         checked. The keys are listed in descriptions/families/README.md.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         table = [{ name = \"x\", rows = [], row = [{ moves = \"{ 1 }\", p = 2 }] }]\n",
    ),
    (
        "E0602",
        Stage::Catalogue,
        "A value of the wrong type, or a missing one",
        "Integers stand bare, decimal fractions have a point, formulas, conditions, moves \
         and ranges stand in quotes.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         table = [{ name = \"x\", row = [{ moves = \"{ 1 }\", p = \"2\" }] }]\n",
    ),
    (
        "E0603",
        Stage::Catalogue,
        "A formula or condition that cannot be read",
        "Formulas are written as in print: `14n^3 + 11n + 1`, `(n mod 2)/2`, `floor(n/3)`. \
         Conditions compare them with == != <= >= < > and are joined by `and`, `or` and \
         `not`. What can be read in two ways, such as `1/2n`, is not allowed.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         family = [{ name = \"x\", moves = \"{ n }\", printed = { n = \"1..3\", p = \"2n2\" } }]\n",
    ),
    (
        "E0604",
        Stage::Large,
        "A formula that is too large",
        "A formula or condition has at most 4096 bytes and 64 brackets inside one another.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         family = [{ ..., printed = { p = \"((((((((...n...))))))))\" } }]\n",
    ),
    (
        "E0605",
        Stage::Catalogue,
        "A range that is not understood",
        "A range is written with its first and last value: `2..14`; without a last value it \
         has no end, and the table `computed` must say how far to compute. A family has at \
         most 100000 games.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         family = [{ name = \"x\", moves = \"{ n }\", printed = { n = \"3..1\" } }]\n",
    ),
    (
        "E0606",
        Stage::Catalogue,
        "A letter that is no parameter",
        "The parameters of a family are the letters in its moves. In a relation, a, b, c, \
         ... are the moves in increasing order.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         family = [{ name = \"x\", moves = \"{ n }\", printed = { n = \"1..3\", p = \"2k\" } }]\n",
    ),
    (
        "E0607",
        Stage::Catalogue,
        "Moves that are not understood",
        "Moves stand in braces with blanks between them: `{ n 2n+1 5n-3 }`; `a..b` are all \
         moves from a to b. A single move has no blanks inside.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         table = [{ name = \"x\", row = [{ moves = \"1 3\", p = 2 }] }]\n",
    ),
    (
        "E0610",
        Stage::Catalogue,
        "A published value that computation contradicts",
        "The game was computed from position 0; its period or preperiod, or what follows \
         from them, is another one than printed. Of a formula the smallest parameters are \
         shown at which it is wrong.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         family = [{ name = \"x\", moves = \"{ n }\", printed = { n = \"1..3\", p = \"n+1\" } }]\n",
    ),
    (
        "E0611",
        Stage::Catalogue,
        "A value of the catalogue itself that is wrong",
        "What stands under `computed` is by whoever made the catalogue: a correction, or a \
         value that the source does not have. This one is wrong, so the mistake is in the \
         catalogue and not in the source.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         family = [{ name = \"x\", moves = \"{ n }\", printed = { n = \"1..3\", p = \"2n\" },\n\
           computed = { n = \"4..5\", p = \"3n\" } }]\n",
    ),
    (
        "E0612",
        Stage::Catalogue,
        "A value that was not decided",
        "For some games nothing was computed, because that takes more positions than \
         --limit-positions, or the time was over; or a formula is claimed for parameters \
         without end, of which only finitely many can be computed. Agreement for the others \
         proves nothing for these.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         family = [{ name = \"x\", moves = \"{ n }\", printed = { n = \"1..\", p = \"2n\" },\n\
           computed = { n = \"1..5\" } }]\n",
    ),
    (
        "E0613",
        Stage::Catalogue,
        "Moves that are no moves",
        "The moves of a game are different numbers from 1; those of a single game stand in \
         increasing order. At the parameters shown it is not so, and the family is no family \
         of games in this range.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         family = [{ name = \"x\", moves = \"{ n }\", printed = { n = \"0..3\", p = \"2n\" } }]\n",
    ),
    (
        "E0640",
        Stage::Nim,
        "Heaps that are not understood",
        "A line starts with the heaps, numbers of sticks from 0 with blanks between them, or with \
         (none) for the position without heaps. A label before them ends with a colon.",
        "N22: 3 4 five   normal N 1:2\n",
    ),
    (
        "E0641",
        Stage::Nim,
        "A word that is no claim about a position",
        "Claims start with xor, normal, misere or plays.",
        "N22: 3 4 5   normal N 1:2   mysere N 1:2\n",
    ),
    (
        "E0642",
        Stage::Nim,
        "A claim about a position that is not understood",
        "Behind `xor` stands a number; behind `normal` or `misere` the outcome, N or P, and then, \
         if they are claimed, all winning moves such as 1:2 (two sticks from the first heap) or \
         `-` if there are none; behind `plays` the move of the described strategy.",
        "N22: 3 4 5   normal 1:2\n",
    ),
    (
        "E0643",
        Stage::Nim,
        "A claim about a position that is made twice",
        "A line claims each thing once, so that it is plain what is meant.",
        "N22: 3 4 5   normal N 1:2   normal N 1:3\n",
    ),
    (
        "E0644",
        Stage::Nim,
        "A position without a claim",
        "A line without a claim would count as checked although it says nothing.",
        "N22: 3 4 5\n",
    ),
    (
        "E0645",
        Stage::Nim,
        "A wrong claim about a position",
        "The outcome and the winning moves were found by full search of all positions that can \
         follow, or by the theory where these are too many. A winning move is wrong if it leaves \
         the opponent a won position or is not possible; it is missing if it leaves a lost one.",
        "N22: 3 4 5   normal N 1:3\n",
    ),
    (
        "E0650",
        Stage::Kabelsalat,
        "A field of a task code that is no whole number",
        "A task code starts with the target, the number of stacks and their heights: whole numbers \
         with commas and no blanks between them.",
        "E1: 7,4,4,6,x,3,-**.*,+*.**,+.***\n",
    ),
    (
        "E0651",
        Stage::Kabelsalat,
        "A wrong number of heights in a task code",
        "The second field of a task code is the number of stacks, and as many heights follow.",
        "E1: 7,4,4,6,3,-**.*,+*.**,+.***\n",
    ),
    (
        "E0652",
        Stage::Kabelsalat,
        "A switch of a task code that is not understood",
        "A switch is + (adds boxes) or - (removes boxes) and then one sign for each stack: * if \
         the stack is connected, . if not.",
        "E1: 7,4,4,6,3,3,-**.*,*.**,+.***\n",
    ),
    (
        "E0653",
        Stage::Kabelsalat,
        "A wrong number of stacks or switches",
        "A task has 1 to 64 stacks, at least one switch, and no more switches than stacks.",
        "E1: 7,4,4,6,3,3\n",
    ),
    (
        "E0655",
        Stage::Kabelsalat,
        "A claim about a task that is not understood",
        "Behind the code stand claims: `solution`, `fewest` or `all` with solutions such as \
         3B | 1C and semicolons between them; `presses` with a number; `class` with the name of a \
         class.",
        "E1: 7,4,4,6,3,3,-**.*,+*.**,+.***   fewest 3B | 1D\n",
    ),
    (
        "E0656",
        Stage::Kabelsalat,
        "A claim about a task that is made twice",
        "A line claims each thing once, so that it is plain what is meant.",
        "E1: 7,4,4,6,3,3,-**.*,+*.**,+.***   presses 4   presses 5\n",
    ),
    (
        "E0657",
        Stage::Kabelsalat,
        "A wrong claim about a task",
        "The presses were tried on the stacks, and the task was solved in whole numbers. What is \
         not solvable comes with multipliers for its equations that show it. A task without a \
         claim is claimed to be solvable.",
        "E1: 7,4,4,6,3,3,-**.*,+*.**,+.***   fewest 2B | 2C\n",
    ),
    (
        "E0670",
        Stage::Petri,
        "No document of the Petri Net Markup Language",
        "The text is no well-formed XML, or its outermost element is not `pnml`.",
        "<pnml><net id='n'></pnml>\n",
    ),
    (
        "E0671",
        Stage::Petri,
        "No net, or one of another class",
        "A document holds one net, or --net chooses one by its id. High-level nets, whose tokens \
         differ, have other rules than place/transition nets and are not read as such.",
        "<pnml><net id='n' type='symmetricnet'/></pnml>\n",
    ),
    (
        "E0672",
        Stage::Petri,
        "A node without an id of its own",
        "Places, transitions and references to them have ids without blanks, and no id twice: arcs \
         could not say which node they mean.",
        "<pnml><net id='n'><place id='p'/><transition id='p'/></net></pnml>\n",
    ),
    (
        "E0673",
        Stage::Petri,
        "A reference that leads to no node",
        "A reference place stands for a place, a reference transition for a transition, in one or \
         more steps. There is no such node, it is of the other kind, or the references go round \
         in a circle.",
        "<pnml><net id='n'><referencePlace id='p' ref='p'/></net></pnml>\n",
    ),
    (
        "E0674",
        Stage::Petri,
        "An arc that joins no place and transition",
        "An arc leads from a place to a transition or back, an inhibitor arc only from a place to a \
         transition. Both ends must exist.",
        "<pnml><net id='n'><place id='p'/><arc source='p' target='p'/></net></pnml>\n",
    ),
    (
        "E0675",
        Stage::Petri,
        "An arc of an unknown type",
        "There are ordinary arcs and inhibitor arcs. To read any other type (read, test, reset, \
         ...) as one of them would make another net of it.",
        "<pnml><net id='n'><place id='p'/><transition id='t'/>\n\
         <arc source='p' target='t'><type value='reset'/></arc></net></pnml>\n",
    ),
    (
        "E0676",
        Stage::Petri,
        "A number of a net that is not possible",
        "Tokens, weights and capacities are natural numbers up to 4294967295, weights from 1 on, \
         priorities integers of 32 bits. A place cannot hold more tokens than its capacity.",
        "<pnml><net id='n'><place id='p'>\n\
         <initialMarking><text>-1</text></initialMarking></place></net></pnml>\n",
    ),
    (
        "E0677",
        Stage::Petri,
        "A label of another class of nets",
        "Labels of high-level nets, conditions and delays change when a transition fires, and so do \
         other kinds of nodes and arcs. To leave them out would make another net of it. Numbers \
         stand in elements: <inscription><text>2</text></inscription>, not weight='2'.",
        "<pnml><net id='n'><place id='p'>\n\
         <hlinitialMarking><text>1'red</text></hlinitialMarking></place></net></pnml>\n",
    ),
    (
        "E0680",
        Stage::Large,
        "A net that differs from the rules of its game",
        "The net was played turn by turn beside the rules. In the turn shown it reaches other \
         positions than they allow, or not all of them. The sequence of transitions was fired \
         from the initial marking before it was shown. A net shows by the names of its places \
         that it is one of Nine Men's Morris.",
        "grundy muehle net -o base.pnml\ngrundy verify base.pnml\n",
    ),
    (
        "E0700",
        Stage::Table,
        "A table whose columns are not known",
        "What a table holds shows in the names of its columns, which stand in its first line \
         that is no comment. The known tables are listed in descriptions/wolf/README.md.",
        "step\tvariant\twolf\n7\t0\tb3\n",
    ),
    (
        "E0701",
        Stage::Table,
        "A line or cell of a table that cannot be read",
        "Cells are separated by one tab each. In a move tree every cell has a form: a step, a \
         digit, a square, a move, a position, a set of squares. A cell of the right form that \
         says something wrong is another matter (E0710).",
        "old\tnew\n3\t1\t2\n",
    ),
    (
        "E0702",
        Stage::Table,
        "A table that cannot be checked alone",
        "Most tables follow from others: from the trees tree_primary.tsv and \
         tree_compressed.tsv, or from the historic relays in lamps_graeff.tsv. These have to be \
         in the same folder and readable.",
        "old\tnew\n3\t1\n",
    ),
    (
        "E0710",
        Stage::Table,
        "A cell of a table that is wrong",
        "The cell was computed from the rules of the game, or from the tables that it follows \
         from, and says something else in print. Where cells contradict each other, blame falls \
         on the one whose change removes the most contradictions.",
        "step\tvariant\twolf\tsheep_move\tnext\tsheep_after\twolf_possible\twolf_previous\n\
         0\t0\t..\t--\t0\tA1-B1-C1-D2\n",
    ),
    (
        "E0711",
        Stage::Table,
        "A move tree that does not win",
        "Every play of the wolf was played against the tree as printed. In the play shown, a \
         shortest one of its kind, no row holds, a move is illegal, the wolf gets past the \
         sheep, or the bell rings although the wolf can still move.",
        "step\tvariant\twolf\tsheep_move\tnext\tsheep_after\twolf_possible\twolf_previous\n\
         0\t0\t..\t--\t0\tA1-B1-C1-D1\n1\t0\t..\tB1->B2\t.\tA1-B2-C1-D1\t*7\n",
    ),
    (
        "E0712",
        Stage::Table,
        "A value that nothing in print decides",
        "To compute it something would be needed that no table holds: a table that cannot be \
         read, papers that were not published, a second place that shows the same. A claim in \
         words that are not known is not checked either. What is named here is neither right nor \
         wrong, and the table is undecided unless something else in it is wrong.",
        "relay\trow2\trow3\trow4\trow5\trow6\n10\t.x..\t.o..\t....\t....\t....\n",
    ),
    (
        "W0199",
        Stage::Large,
        "Too many warnings",
        "One run shows at most 500 warnings. Mend some and run again.",
        "n >= 1 { n }\nREPEAT LET a=n LET b=n LET c=n ... _n An ENDREP\n",
    ),
    (
        "W0201",
        Stage::Reading,
        "A LET that is not used",
        "The name is never used where it is visible, so the LET can go.",
        "n >= 1 { n 2n }\nREPEAT LET k=2n _n An ENDREP\n",
    ),
    (
        "W0202",
        Stage::Reading,
        "A parameter that nothing depends on",
        "No move, length, bound or condition contains the parameter, other than the conditions \
         that declare it, so the text says the same for all its values.",
        "n >= 1 m >= 1 { n 2n }\nREPEAT _n An ENDREP\n",
    ),
    (
        "W0302",
        Stage::Checking,
        "A block that is never reached",
        "No parameters that satisfy the order conditions reach this block: its loop is always \
         skipped, or its branch never taken. So what it says was not checked.",
        "n >= 1 { n }\nIF n <= 0 THEN A FI\nREPEAT _n An ENDREP\n",
    ),
    (
        "W0601",
        Stage::Catalogue,
        "A value that is claimed for no game",
        "No parameters in the range satisfy the conditions, so nothing is claimed.",
        "title = \"an example\"\n\
         source = \"nobody\"\n\
         family = [{ name = \"x\", moves = \"{ n }\", \n\
           printed = { n = \"1..3\", where = \"n > 3\", p = \"2n\" } }]\n",
    ),
    (
        "W0680",
        Stage::Large,
        "A net of no game that is known",
        "A net is compared with the rules of Nine Men's Morris if it has the places A1,1 to B3,8 \
         and, for F = A and B, F-Steine, F-ausgeschieden, F-SteinLegen and \
         Spielende:F-gewinnt. Any other net claims nothing that could be proved or refuted.",
        "<pnml><net id='n'><place id='p'/></net></pnml>\n",
    ),
    (
        "W0710",
        Stage::Large,
        "Something in a table that can be read in two ways",
        "Read in one way the table is right, in another it is not; the remark names both. It \
         does not count as an error.",
        "new_variant\tbar_as_printed\n3\t666666 44\n",
    ),
    (
        "W0712",
        Stage::Large,
        "Claims without a formal content",
        "These claims say nothing that could be computed, so they were left out.",
        "id\ttopic\tclaim\nW14\tcompression\tThe changes are only a little more complex.\n",
    ),
];
