//! The keywords, how they are used, and what they mean.

/// A keyword.
pub struct Keyword {
    /// As it is written.
    pub name: &'static str,
    /// An example of its use.
    pub usage: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// What an editor with support for snippets inserts; empty if that is just the keyword.
    pub snippet: &'static str,
}

const fn keyword(
    name: &'static str,
    usage: &'static str,
    meaning: &'static str,
    snippet: &'static str,
) -> Keyword {
    Keyword { name, usage, meaning, snippet }
}

/// Those that begin a construct or end it.
pub const KEYWORDS: [Keyword; 15] = [
    keyword(
        "FOR",
        "FOR i FROM 1 UPTO n REP ... PER",
        "the body, once for each value of i, in order; skipped if the last value is below the \
         first",
        "FOR ${1:i} FROM ${2:1} UPTO ${3:n} REP\n  $0\nPER",
    ),
    keyword(
        "REPEAT",
        "REPEAT ... ENDREP, REPEAT u=0 IN 0..n-1 ... ENDREP",
        "the body, repeated endlessly; with a state, which begins with 0 and stays in 0..n-1",
        "REPEAT\n  $0\nENDREP",
    ),
    keyword(
        "NEXT",
        "NEXT v=u+1",
        "the state of the next pass, which v names to the end of this one",
        "NEXT ${1:v}=${2:u+1}",
    ),
    keyword(
        "IF",
        "IF i == n THEN ... ELIF i >= 2 THEN ... ELSE ... FI",
        "the first arm whose condition holds",
        "IF ${1:n} ${2|>=,<=,==,!=|} ${3:2} THEN\n  $0\nFI",
    ),
    keyword(
        "ELIF",
        "ELIF i >= 2 THEN ...",
        "this arm, if its condition holds and no earlier one does",
        "ELIF ${1:n} ${2|>=,<=,==,!=|} ${3:2} THEN\n  $0",
    ),
    keyword("ELSE", "ELSE ...", "this arm, if no earlier condition holds", ""),
    keyword("LET", "LET k=2n-1", "k means 2n-1 up to the end of the body", "LET ${1:k}=${2:n}"),
    keyword(
        "DEF",
        "DEF comb(i, j) ... END",
        "a piece of the sequence with a name; comb(n-1, 2) puts it in",
        "DEF ${1:name}(${2:i})\n  $0\nEND",
    ),
    keyword("END", "END", "the end of a definition", ""),
    keyword(
        "CLAIM",
        "CLAIM period 2n for n >= 1",
        "a claim about the least period or preperiod, up to the end of the line",
        "CLAIM ${1|period,preperiod,outcome period,outcome preperiod|} $0",
    ),
    keyword("PER", "PER", "the end of a counted loop (as ENDREP)", ""),
    keyword(
        "ENDREP",
        "REPEAT ... ENDREP",
        "the end of the endless loop: the sequence continues with the first word of the loop, \
         forever",
        "",
    ),
    keyword(
        "RULE",
        "RULE misere",
        "the rule, in a line before the moves: mex, normal, misere, or a condition on the number of lost or won \
         options",
        "RULE ${1|misere,normal,mex,lost odd,lost even,lost >= 2,won == 0|}",
    ),
    keyword(
        "FROM_INFINITY_DOWN",
        "FROM_INFINITY_DOWN REPEAT ... ENDREP",
        "the values before position 0, first after the moves: the words repeated without end to the left",
        "FROM_INFINITY_DOWN REPEAT ${1:-} ENDREP",
    ),
    keyword("FI", "FI", "the end of a branch (as ENDIF)", ""),
];

/// The keyword that a word is, or belongs to.
pub fn find(word: &str) -> Option<&'static Keyword> {
    let name = match word {
        "REP" | "FROM" | "UPTO" => "FOR",
        "IN" => "REPEAT",
        "ENDREPEAT" => "ENDREP",
        "ENDIF" => "FI",
        "THEN" => "IF",
        word => word,
    };
    KEYWORDS.iter().find(|keyword| keyword.name == name)
}
