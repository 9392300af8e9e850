//! The keywords, how they are used, and what they mean.

/// A keyword.
pub struct Keyword {
    /// As it is written.
    pub name: &'static str,
    /// An example of its use.
    pub usage: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

const fn keyword(name: &'static str, usage: &'static str, meaning: &'static str) -> Keyword {
    Keyword { name, usage, meaning }
}

/// Those that begin a construct or end it.
pub const KEYWORDS: [Keyword; 11] = [
    keyword(
        "FOR",
        "FOR i FROM 1 UPTO n REP ... PER",
        "the body once for each value of i, in order; not at all if the last value is below the first",
    ),
    keyword("REPEAT", "REPEAT ... ENDREP", "the body again and again, without end"),
    keyword(
        "IF",
        "IF i == n THEN ... ELIF i >= 2 THEN ... ELSE ... FI",
        "the first arm whose condition holds",
    ),
    keyword("ELIF", "ELIF i >= 2 THEN ...", "this arm if its condition holds and none before did"),
    keyword("ELSE", "ELSE ...", "this arm if no condition before holds"),
    keyword("LET", "LET k=2n-1", "k stands for 2n-1 to the end of the body"),
    keyword(
        "DEF",
        "DEF comb(i, j) ... END",
        "a piece of the sequence with a name; comb(n-1, 2) puts it in",
    ),
    keyword("END", "END", "the end of a definition"),
    keyword(
        "CLAIM",
        "CLAIM period 2n for n >= 1",
        "a claim about the least period or preperiod, to the end of the line",
    ),
    keyword("PER", "PER", "the end of a counted loop (as ENDREP)"),
    keyword("FI", "FI", "the end of a branch (as ENDIF)"),
];

/// The keyword that a word is, or belongs to.
pub fn find(word: &str) -> Option<&'static Keyword> {
    let name = match word {
        "REP" | "FROM" | "UPTO" => "FOR",
        "ENDREP" | "ENDREPEAT" => "PER",
        "ENDIF" => "FI",
        "THEN" => "IF",
        word => word,
    };
    KEYWORDS.iter().find(|keyword| keyword.name == name)
}
