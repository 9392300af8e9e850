//! The keywords, and the tokens that resemble them.

/// A keyword of the body; words of the same meaning are one keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    /// FOR
    For,
    /// FROM
    From,
    /// UPTO
    Upto,
    /// REP, REPEAT
    Rep,
    /// PER, ENDREP, ENDREPEAT
    Per,
    /// IF
    If,
    /// THEN
    Then,
    /// ELIF
    Elif,
    /// ELSE
    Else,
    /// FI, ENDIF
    Fi,
    /// LET
    Let,
    /// DEF
    Def,
    /// END
    End,
}

const SPELLINGS: [(&str, Keyword); 17] = [
    ("FOR", Keyword::For),
    ("FROM", Keyword::From),
    ("UPTO", Keyword::Upto),
    ("REP", Keyword::Rep),
    ("REPEAT", Keyword::Rep),
    ("PER", Keyword::Per),
    ("ENDREP", Keyword::Per),
    ("ENDREPEAT", Keyword::Per),
    ("IF", Keyword::If),
    ("THEN", Keyword::Then),
    ("ELIF", Keyword::Elif),
    ("ELSE", Keyword::Else),
    ("FI", Keyword::Fi),
    ("ENDIF", Keyword::Fi),
    ("LET", Keyword::Let),
    ("DEF", Keyword::Def),
    ("END", Keyword::End),
];

/// Words of other languages that mean the same.
const FOREIGN: [(&str, Keyword); 13] = [
    ("TO", Keyword::Upto),
    ("DO", Keyword::Rep),
    ("LOOP", Keyword::Rep),
    ("OD", Keyword::Per),
    ("DONE", Keyword::Per),
    ("NEXT", Keyword::Per),
    ("ENDFOR", Keyword::Per),
    ("ELSEIF", Keyword::Elif),
    ("ELSIF", Keyword::Elif),
    ("ENDFI", Keyword::Fi),
    ("DEFINE", Keyword::Def),
    ("ENDDEF", Keyword::End),
    ("FED", Keyword::End),
];

impl Keyword {
    /// Its usual spelling.
    pub fn name(self) -> &'static str {
        match self {
            Self::For => "FOR",
            Self::From => "FROM",
            Self::Upto => "UPTO",
            Self::Rep => "REP",
            Self::Per => "PER",
            Self::If => "IF",
            Self::Then => "THEN",
            Self::Elif => "ELIF",
            Self::Else => "ELSE",
            Self::Fi => "FI",
            Self::Let => "LET",
            Self::Def => "DEF",
            Self::End => "END",
        }
    }

    /// Is the token exactly a keyword?
    pub fn is(token: &str) -> bool {
        Self::spelling(token).is_some()
    }

    /// The keyword that the token is, as it is spelt.
    pub fn spelling(token: &str) -> Option<&'static str> {
        SPELLINGS.iter().map(|(spelling, _)| *spelling).find(|spelling| *spelling == token)
    }

    /// The keyword that the token is (true) or resembles (false).
    ///
    /// `closer` is the keyword that ends what is open, for which a bare END is taken.
    pub fn like(token: &str, closer: Option<&str>) -> Option<(Self, bool)> {
        // The longest spelling has 9 letters; nothing much longer resembles it.
        if token.len() < 2 || token.len() > 12 || !token.bytes().all(|b| b.is_ascii_alphabetic()) {
            return None;
        }
        let upper = token.to_ascii_uppercase();
        if let Some(closer) = closer.filter(|closer| upper == "END" && *closer != "END") {
            return Self::like(closer, None).map(|(it, _)| (it, false));
        }
        if let Some((_, keyword)) = SPELLINGS.iter().find(|(spelling, _)| *spelling == token) {
            return Some((*keyword, true));
        }
        let known = || SPELLINGS.iter().chain(&FOREIGN);
        if let Some((_, keyword)) = known().find(|(spelling, _)| *spelling == upper) {
            return Some((*keyword, false));
        }
        SPELLINGS
            .iter()
            .filter(|(spelling, _)| spelling.len() > 2 && upper.len() > 2)
            .map(|(spelling, keyword)| (strsim::osa_distance(spelling, &upper), spelling, keyword))
            .filter(|(distance, spelling, _)| *distance <= if spelling.len() > 4 { 2 } else { 1 })
            .min_by_key(|(distance, _, _)| *distance)
            .map(|(_, _, keyword)| (*keyword, false))
    }

    /// The spelling of this keyword that is nearest to the token; `closer` is the one that ends what
    /// is open.
    pub fn nearest(self, token: &str, closer: Option<&'static str>) -> &'static str {
        let upper = token.to_ascii_uppercase();
        if let Some(closer) = closer.filter(|_| upper == "END") {
            return closer;
        }
        let known = FOREIGN.iter().any(|(spelling, _)| *spelling == upper);
        let spellings = SPELLINGS.iter().filter(|(_, keyword)| *keyword == self && !known);
        spellings
            .map(|(spelling, _)| *spelling)
            .min_by_key(|spelling| strsim::osa_distance(spelling, &upper))
            .unwrap_or(self.name())
    }

    /// Is the token near to a spelling of this keyword, which is expected where it stands?
    pub fn resembles(self, token: &str) -> bool {
        let upper = token.to_ascii_uppercase();
        token.len() <= 12
            && token.bytes().all(|b| b.is_ascii_alphabetic())
            && SPELLINGS.iter().any(|(spelling, keyword)| {
                *keyword == self && strsim::osa_distance(spelling, &upper) <= 2 && token.len() > 2
            })
    }
}
