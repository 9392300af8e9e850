use crate::games::wolf;
use crate::lang::TextKind;
use std::fmt;

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The REPEAT/FOR language for subtraction games.
    Nimseq,
    /// A catalogue of published families and tables.
    Family,
    /// Claims about Nim positions.
    Nim,
    /// Claims about tasks with stacks and switches.
    Kabelsalat,
    /// Tables of the game wolf and sheep.
    Wolf,
    /// A Petri net.
    Petri,
}

impl Kind {
    /// All kinds, with their names and the endings of their files.
    const TABLE: [(Self, &'static str, &'static str); 6] = [
        (Self::Nimseq, "nimseq", "nimseq"),
        (Self::Family, "family", "toml"),
        (Self::Nim, "nim", "nim"),
        (Self::Kabelsalat, "kabelsalat", "kabelsalat"),
        (Self::Wolf, "wolf", "tsv"),
        (Self::Petri, "petri", "pnml"),
    ];

    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Nimseq, Self::Family, Self::Nim, Self::Kabelsalat, Self::Wolf, Self::Petri];

    /// The kind whose files have this ending.
    ///
    /// ```
    /// use grundy_answers::check::Kind;
    /// assert_eq!(Kind::of_ending("tsv"), Some(Kind::Wolf));
    /// ```
    pub fn of_ending(ending: &str) -> Option<Self> {
        Self::TABLE.iter().find(|row| row.2 == ending).map(|row| row.0)
    }

    /// The kind with this name.
    ///
    /// ```
    /// use grundy_answers::check::Kind;
    /// assert_eq!((Kind::named("wolf"), Kind::named("tsv")), (Some(Kind::Wolf), None));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::TABLE.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str) {
        // The rows are in the order of declaration.
        &Self::TABLE[self as usize]
    }

    /// The name of the kind in every output.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Is a text whose name shows this kind surely of this kind?  Other programs have files with the same endings.
    ///
    /// ```
    /// use grundy_answers::check::Kind;
    /// assert!(Kind::Wolf.is_unmistakable("old\tnew\n"));
    /// assert!(!Kind::Wolf.is_unmistakable("name\tvalue\n"));
    /// ```
    pub fn is_unmistakable(self, text: &str) -> bool {
        match self {
            Self::Nimseq | Self::Kabelsalat | Self::Petri => true,
            Self::Family => TextKind::of(text) == Some(TextKind::Catalogue),
            Self::Nim => TextKind::of(text) == Some(TextKind::Nim),
            Self::Wolf => wolf::is_table(text),
        }
    }

    /// The ending of the names of its files, after the dot.
    pub fn ending(self) -> &'static str {
        self.row().2
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_row() {
        assert_eq!(Kind::TABLE.map(|row| row.0), Kind::ALL);
        for kind in Kind::ALL {
            assert_eq!(kind.row().0, kind);
            assert_eq!(Kind::of_ending(kind.ending()), Some(kind));
        }
        assert_eq!(Kind::of_ending("txt"), None);
    }
}
