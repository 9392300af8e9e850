//! The codes of findings.

use super::Severity;
use serde::{Serialize, Serializer};
use std::fmt;

crate::named! {
    /// What kind of mistake a finding is about: a number that is never used for anything else, and a title.
    ///
    /// ```
    /// use grundy_language::diagnostic::Code;
    /// assert_eq!((Code::TooDeep.name(), Code::TooDeep.meaning()), ("E0119", "Too deeply nested"));
    /// assert_eq!(Code::named("E0119"), Some(Code::TooDeep));
    /// assert_eq!(Code::named("E0000"), None);
    /// ```
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String", description = "A code that `grundy explain` knows, such as `E0113`."))]
    Code {
        NotUtf8: "E0100", "A file that is not UTF-8";
        UnknownToken: "E0101", "A token that is neither a keyword nor a word";
        MisspeltKeyword: "E0102", "A misspelt keyword";
        LoopHead: "E0103", "A keyword is missing from the head of a loop";
        ExpectedVariable: "E0104", "Expected a variable";
        ExpectedExpression: "E0105", "Expected an expression";
        MissingSign: "E0106", "Two terms without a sign between them";
        ExtraSign: "E0107", "Stray sign";
        ExpectedRelation: "E0108", "Expected a relation";
        MisplacedSpace: "E0109", "Spaces in the wrong place";
        UnclosedParenthesis: "E0110", "A closing parenthesis is missing";
        CycleParentheses: "E0111", "The delimiters of a cycle do not match";
        MissingSpace: "E0112", "Something follows a word without a space";
        EmptyCycle: "E0113", "A cycle without values";
        NumberWithoutValue: "E0114", "A number without a value";
        EmptyLength: "E0115", "An empty length";
        BareLength: "E0116", "A length that needs parentheses";
        EndWithoutBeginning: "E0117", "An end without a beginning";
        Unclosed: "E0118", "A loop or a branch is not closed";
        TooDeep: "E0119", "Too deeply nested";
        BranchHead: "E0120", "THEN is missing";
        ArmAfterElse: "E0121", "An arm after ELSE";
        CommentInMoves: "E0122", "A comment in the move list";
        NoMoves: "E0123", "The move list is missing";
        TwoMoveLists: "E0125", "Two move lists";
        WrongOrder: "E0126", "The parts are in the wrong order";
        MalformedLet: "E0127", "A malformed LET or NEXT";
        TooManyDigits: "E0128", "A number with too many digits";
        UnclosedMoves: "E0129", "The move list is not closed";
        ControlCharacter: "E0130", "A control character";
        CommentWithoutSpace: "E0131", "A comment without a space before it";
        CommentInHead: "E0132", "A comment inside a head";
        UnknownClaim: "E0133", "An unknown claim";
        ClaimFormula: "E0134", "A formula of a claim that cannot be read";
        ClaimVariable: "E0135", "A variable in a claim that is not a parameter";
        ForeignComment: "E0136", "A comment of another language";
        NotAscii: "E0137", "A character outside ASCII";
        CommaBetweenMoves: "E0138", "Commas between moves";
        ValueAsNumber: "E0139", "A value written as a number";
        PowerSign: "E0140", "A power sign before a length";
        DefinitionHead: "E0141", "The head of a definition";
        PieceArguments: "E0142", "The arguments of a piece";
        OtherKind: "E0143", "A text of another kind";
        UnknownRule: "E0144", "An unknown rule";
        MisplacedRule: "E0145", "A rule in the wrong place";
        MisplacedStart: "E0146", "A start in the wrong place";
        Latex: "E0147", "Notation of LaTeX";
        Ellipsis: "E0148", "Three dots";
        RepeatedWords: "E0149", "Words that are repeated without a loop";
        GroupedWords: "E0150", "Parentheses around words";
        CopiedLine: "E0151", "A line that was copied with a text";
        CapitalParameter: "E0152", "A parameter that is a capital letter";
        ForeignParameter: "E0153", "A parameter declared in another notation";
        NamedMoves: "E0154", "Moves with a name";
        KeywordSign: "E0155", "A sign after a keyword";
        CountedRepeat: "E0156", "REPEAT with a count";
        TooManyFindings: "E0199", "Too many findings";
        ImpossibleValue: "E0201", "A value that no position can have";
        TwoAlphabets: "E0202", "Two alphabets";
        UndeclaredVariable: "E0203", "A variable that is not declared";
        HiddenVariable: "E0204", "A variable that is not visible here";
        CircularLet: "E0205", "A variable defined in terms of itself";
        NameInUse: "E0206", "A name that is in use";
        UnboundedParameter: "E0207", "A parameter without a lower bound";
        NoEndlessLoop: "E0208", "No endless loop";
        TwoEndlessLoops: "E0209", "Two endless loops";
        NestedEndlessLoop: "E0210", "The endless loop is inside something";
        AfterEndlessLoop: "E0211", "Something after the endless loop";
        CycleTooLong: "E0212", "A cycle that is too long";
        NestedDefinition: "E0213", "A definition inside something else";
        PieceDefinedTwice: "E0214", "A piece defined twice";
        UnknownPiece: "E0215", "No piece of that name";
        PiecesTooLarge: "E0216", "Pieces that expand to too much";
        ArgumentCount: "E0217", "Too few or too many arguments";
        MisplacedNext: "E0218", "A NEXT in the wrong place";
        MissingNext: "E0219", "A pass without a next state";
        NextState: "E0220", "A next state from which the state does not follow";
        WrongDescription: "E0301", "The description is wrong";
        NegativeLength: "E0302", "A word of negative length";
        MoveBelowOne: "E0303", "A move below 1";
        EmptyEndlessLoop: "E0304", "An empty endless loop";
        UnboundedIterations: "E0305", "A move can span unboundedly many iterations of a loop";
        LimitReached: "E0306", "Not decided: a limit was reached";
        WrongClaim: "E0307", "A wrong claim about period or preperiod";
        UndecidedClaim: "E0308", "A claim about period or preperiod that is not decided";
        EmptyStart: "E0309", "A start without values";
        StateOutside: "E0310", "A state outside its bounds";
        StateUnreached: "E0311", "Not decided: wrong at a state that may never occur";
        UnsatisfiableConditions: "E0401", "Conditions that no integers satisfy";
        NotToml: "E0600", "A catalogue that is not TOML";
        UnknownKey: "E0601", "A key that a catalogue does not have";
        WrongType: "E0602", "A value of the wrong type, or a missing one";
        UnreadableFormula: "E0603", "A formula or condition that cannot be read";
        FormulaTooLarge: "E0604", "A formula that is too large";
        UnknownRange: "E0605", "A range that is not understood";
        UnknownLetter: "E0606", "A letter that is not a parameter";
        UnreadableMoves: "E0607", "Moves that are not understood";
        WrongPublishedValue: "E0610", "A published value that computation contradicts";
        WrongOwnValue: "E0611", "A value of the catalogue itself that is wrong";
        UndecidedValue: "E0612", "A value that was not decided";
        ImpossibleMoves: "E0613", "Moves that do not make a game";
        UnreadableHeaps: "E0640", "Heaps that are not understood";
        NotANimClaim: "E0641", "A word that is not a claim about a position";
        UnreadableNimClaim: "E0642", "A claim about a position that is not understood";
        NimClaimTwice: "E0643", "A claim about a position that is made twice";
        HeapsWithoutClaim: "E0644", "A position without a claim";
        WrongNimClaim: "E0645", "A wrong claim about a position";
        UnreadableTaskField: "E0650", "A field of a task code that is not a whole number";
        WrongNumberOfHeights: "E0651", "A wrong number of heights in a task code";
        UnreadableSwitch: "E0652", "A switch of a task code that is not understood";
        WrongSizeOfTask: "E0653", "A wrong number of stacks or switches";
        UnreadableTaskClaim: "E0655", "A claim about a task that is not understood";
        TaskClaimTwice: "E0656", "A claim about a task that is made twice";
        WrongTaskClaim: "E0657", "A wrong claim about a task";
        NotPnml: "E0670", "Not a document of the Petri Net Markup Language";
        NoSingleNet: "E0671", "No net, or one of another class";
        NodeWithoutId: "E0672", "A node without an id of its own";
        DanglingReference: "E0673", "A reference that leads to no node";
        MisplacedArc: "E0674", "An arc that does not join a place and a transition";
        UnknownArcType: "E0675", "An arc of an unknown type";
        ImpossibleNumber: "E0676", "An impossible number in a net";
        UnknownNetPart: "E0677", "An unknown part of a net";
        NetAgainstRules: "E0680", "A net that differs from the rules of its game";
        UnknownColumns: "E0700", "A table with unknown columns";
        UnreadableCell: "E0701", "A line or cell of a table that cannot be read";
        NotCheckableAlone: "E0702", "A table that cannot be checked by itself";
        WrongCell: "E0710", "A cell of a table that is wrong";
        LosingTree: "E0711", "A move tree that does not win";
        UndecidedCell: "E0712", "A value that no published table decides";
        TooManyWarnings: "W0199", "Too many warnings";
        UnusedLet: "W0201", "A LET that is not used";
        UnusedParameter: "W0202", "A parameter that is never used";
        OtherEnd: "W0203", "A loop that ends with the keyword of the other kind";
        UnusedPiece: "W0204", "A piece that is not used";
        RepeatedMove: "W0205", "A move that is listed twice";
        UnreachedBlock: "W0302", "A block that is never reached";
        IdleClaim: "W0309", "A claim that says nothing";
        NoMovesForSome: "W0310", "No moves for some parameters";
        ValueOfNoGame: "W0601", "A value claimed for no game";
        IgnoredNetPart: "W0678", "An ignored part of a net";
        SharedName: "W0679", "A name shared by several nodes";
        NetOfNoGame: "W0680", "A net that belongs to no known game";
        AmbiguousCell: "W0710", "An ambiguous part of a table";
        InformalClaims: "W0712", "Claims without a formal content";
    }
}

crate::named! {
    /// What finds a mistake, with the heading under which its codes are explained.
    Stage {
        Syntax: "syntax", "Reading a description";
        Meaning: "meaning", "What a description means";
        Proof: "proof", "Proofs and claims";
        Conditions: "conditions", "Conditions";
        Catalogue: "catalogue", "Catalogues";
        Nim: "nim", "Nim";
        Kabelsalat: "kabelsalat", "Stacks and switches";
        Petri: "petri", "Petri nets";
        NetOfGame: "net-of-game", "Nets of games";
        Table: "table", "Tables of games";
    }
}

/// What a mistake in a description can leave unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Which names there are.
    Names,
    /// What the moves are.
    Moves,
    /// Which loops and branches are open, or where they ended.
    Nesting,
}

impl Code {
    /// Errors begin with E, warnings with W.
    pub fn severity(self) -> Severity {
        if self.name().starts_with('W') { Severity::Warning } else { Severity::Error }
    }

    /// What finds it.
    ///
    /// ```
    /// use grundy_language::diagnostic::{Code, Stage};
    /// assert_eq!(Code::NegativeLength.stage(), Stage::Proof);
    /// assert_eq!(Code::IgnoredNetPart.stage(), Stage::Petri);
    /// ```
    pub fn stage(self) -> Stage {
        match &self.name()[1..] {
            number if number < "0200" => Stage::Syntax,
            number if number < "0300" => Stage::Meaning,
            number if number < "0400" => Stage::Proof,
            number if number < "0600" => Stage::Conditions,
            number if number < "0640" => Stage::Catalogue,
            number if number < "0650" => Stage::Nim,
            number if number < "0670" => Stage::Kabelsalat,
            number if number < "0680" => Stage::Petri,
            number if number < "0700" => Stage::NetOfGame,
            _ => Stage::Table,
        }
    }

    /// What has to be known for such a finding to mean anything: where it is not, because of an earlier mistake, the
    /// finding may be a consequence.
    pub fn needs(self) -> Option<Unknown> {
        Some(match self {
            Self::EndWithoutBeginning
            | Self::Unclosed
            | Self::ArmAfterElse
            | Self::NameInUse
            | Self::NoEndlessLoop
            | Self::TwoEndlessLoops
            | Self::NestedEndlessLoop
            | Self::AfterEndlessLoop
            | Self::NestedDefinition
            | Self::MisplacedNext
            | Self::MissingNext => Unknown::Nesting,
            Self::ClaimVariable
            | Self::ImpossibleValue
            | Self::UndeclaredVariable
            | Self::HiddenVariable
            | Self::UnboundedParameter
            | Self::UnknownPiece
            | Self::ArgumentCount => Unknown::Names,
            Self::NoMoves | Self::TwoMoveLists | Self::WrongOrder => Unknown::Moves,
            _ => return None,
        })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_in_order_and_none_comes_twice() {
        let names = Code::ALL.map(Code::name);
        assert!(names.is_sorted_by(|one, next| one < next));
        assert!(names.iter().all(|name| name.len() == 5 && name[1..].parse::<u16>().is_ok()));
    }
}
