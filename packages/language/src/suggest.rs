//! What was probably meant.

/// The known word that is nearest to the given one, counted in letters that are put in, left out, replaced or
/// exchanged with their neighbour (restricted Damerau-Levenshtein distance); none if more than a third
/// of the letters differ, or the word has more than 64.  Of words at the same distance the first in order is taken.
///
/// ```
/// use grundy_language::suggest::nearest;
/// assert_eq!(nearest("perido", ["period", "preperiod"]), Some("period"));
/// assert_eq!(nearest("obs20", ["obs19", "obs21"]), Some("obs21"));
/// assert_eq!(nearest("n2", ["n1", "n3"]), None);
/// assert_eq!(nearest("moves", ["period", "preperiod"]), None);
/// ```
pub fn nearest<T: AsRef<str> + Ord>(word: &str, known: impl IntoIterator<Item = T>) -> Option<T> {
    let length = word.chars().count();
    // The distance is at least the difference of the lengths.
    let is_near = |known: &T| {
        length <= LONGEST && 3 * known.as_ref().chars().count().abs_diff(length) <= length
    };
    let distance = |known: T| (distance(word, known.as_ref()), known);
    let (distance, known) = known.into_iter().filter(is_near).map(distance).min()?;
    (3 * distance <= length).then_some(known)
}

/// The most letters of a word that is compared: its distances take time quadratic in its length.
const LONGEST: usize = 64;

/// In how many letters two words differ, counted as for [`nearest`].
pub fn distance(word: &str, other: &str) -> usize {
    strsim::osa_distance(word, other)
}
