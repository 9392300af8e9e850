//! Statements about all sets of moves, or all symmetric ones.

use super::case::{sets, sets_of, sets_of_exactly, symmetric};
use super::few_moves::{wrong_cycle, wrong_losses};
use super::{Basis, Case, Cases, Failure};
use crate::limit::{Limit, Stop};
use crate::model::Value;
use crate::sequence::{Cycle, Game, Rule, oracle, orbit};

/// The most words to list.
const MOST_WORDS: u64 = 1 << 24;

pub fn satz_12_injective(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let injective = orbit::is_injective(&case.moves, MOST_WORDS, stop)?;
    let name = |injective| if injective { "injective" } else { "not injective" };
    Ok((injective != case.moves.is_symmetric())
        .then(|| Failure::plain("shift register", name(!injective), name(injective))))
}

/// The preperiod is 0, and M winning positions in a row have for the first time just ended
/// before position p > 0.
pub fn satz_12_period(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let cycle = case.cycle(Rule::Normal, stop)?;
    if let Some(failure) = Failure::of_cycle(Rule::Normal, Cycle { preperiod: 0, ..cycle }, cycle) {
        return Ok(Some(failure));
    }
    let losses = case.losses(cycle.period + case.greatest())?;
    let run = losses.windows(2).find(|pair| pair[1] - pair[0] > case.greatest());
    Ok(match run {
        Some(pair) => {
            let period = pair[0] + 1 + case.greatest();
            Failure::of_cycle(Rule::Normal, Cycle { period, ..cycle }, cycle)
        }
        None => {
            let claimed = format!("{} won positions in a row before p", case.greatest());
            Some(Failure::about_cycle("period", claimed, Rule::Normal, cycle))
        }
    })
}

/// { s1 s2 s5-s2 s5-s1 s5 } with 2*s1 >= s2 and s5/n >= s1+s2 >= (s5+s1)/(n+1) for some n; the
/// first inequality allows no greater n than the quotient, and the second holds for the greatest
/// n if for any.
pub fn satz_15_games(greatest: u64) -> Cases {
    let holds = move |case: &Case| {
        let [s1, s2, _, _, s5] = case.array();
        let sum = s1 + s2;
        let n = s5 / sum;
        2 * s1 >= s2 && n >= 1 && sum * (n + 1) >= s5 + s1
    };
    let five = |case: &Case| case.moves.sizes().len() == 5;
    let pairs = (1..greatest).flat_map(move |s1| {
        (s1 + 1..greatest.div_ceil(2))
            .filter_map(move |s2| Case::new(&[s1, s2, greatest - s2, greatest - s1, greatest]))
    });
    Box::new(pairs.filter(five).filter(holds))
}

pub fn satz_15(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let [s1, s2, s3, _, s5] = case.array();
    let n = s5 / (s1 + s2);
    let cycle = case.cycle(Rule::Normal, stop)?;
    let claimed = Cycle { period: s5 + s1 + (n - 1) * (s1 + s2), preperiod: 0 };
    if let Some(failure) = Failure::of_cycle(Rule::Normal, claimed, cycle) {
        return Ok(Some(failure));
    }
    Ok((cycle.period > s5 + s3).then(|| {
        let bound = format!("p <= s5+s3 = {}", s5 + s3);
        Failure::about_cycle("period", bound, Rule::Normal, cycle)
    }))
}

/// All sets whose gaps are at most the least move.
pub fn satz_17_games(greatest: u64) -> Cases {
    let dense = |case: &Case| {
        let sizes = case.moves.sizes();
        sizes.windows(2).all(|pair| pair[1] - pair[0] <= case.moves.least())
    };
    Box::new(sets(greatest).filter(dense))
}

pub fn satz_17(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let least = u64::from(case.moves.least());
    let period = least + case.greatest();
    if let Some(failure) = wrong_cycle(case, Cycle { period, preperiod: 0 }, stop)? {
        return Ok(Some(failure));
    }
    wrong_losses(case, period, |at| at < least)
}

/// Sets of at most three moves.
pub fn up_to_three(greatest: u64) -> Cases {
    sets_of(greatest, 3)
}

/// Symmetric sets of at most four moves.
pub fn symmetric_up_to_four(greatest: u64) -> Cases {
    Box::new(symmetric(greatest).filter(|case| case.moves.sizes().len() <= 4))
}

/// Sets of four moves with M <= 17.
pub fn four_up_to_17(greatest: u64) -> Cases {
    sets_of_exactly(if greatest <= 17 { greatest } else { 0 }, 4)
}

/// Symmetric sets with M <= 12.
pub fn symmetric_up_to_12(greatest: u64) -> Cases {
    symmetric(if greatest <= 12 { greatest } else { 0 })
}

/// Nim and outcome periods are equal.
pub fn equal_periods(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    periods_with(case, &[], stop)
}

/// Nim and outcome preperiods are equal.
pub fn equal_preperiods(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let (outcome, nim) = (case.cycle(Rule::Normal, stop)?, case.cycle(Rule::Grundy, stop)?);
    Ok((outcome.preperiod != nim.preperiod).then(|| Failure {
        quantity: "nim preperiod",
        claimed: format!("{}, that of the outcomes", outcome.preperiod),
        computed: nim.preperiod.to_string(),
        basis: Basis::Cycles(vec![(Rule::Normal, outcome), (Rule::Grundy, nim)]),
    }))
}

/// The nim period is twice that of the outcomes for { 4 6 11 14 } and { 5 7 14 17 }, and equal
/// for the others.
pub fn first_of_four(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    periods_with(case, &[&[4, 6, 11, 14], &[5, 7, 14, 17]], stop)
}

/// The nim period is twice that of the outcomes for { 2 3 6 9 10 12 }, and equal for the others.
pub fn first_symmetric(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    periods_with(case, &[&[2, 3, 6, 9, 10, 12]], stop)
}

fn periods_with(case: &Case, twice: &[&[u32]], stop: &Stop) -> Result<Option<Failure>, Limit> {
    let (outcome, nim) = (case.cycle(Rule::Normal, stop)?, case.cycle(Rule::Grundy, stop)?);
    let factor = if twice.contains(&case.moves.sizes()) { 2 } else { 1 };
    let how = if factor == 2 { "twice that" } else { "that" };
    Ok((nim.period != factor * outcome.period).then(|| Failure {
        quantity: "nim period",
        claimed: format!("{}, {how} of the outcomes", factor * outcome.period),
        computed: nim.period.to_string(),
        basis: Basis::Cycles(vec![(Rule::Normal, outcome), (Rule::Grundy, nim)]),
    }))
}

/// With losses instead of nothing at the M positions before 0 the sequence is M wins and then the
/// usual one.
///
/// The usual sequence is determined by the M wins that are implied before it; so the first 2M
/// values decide about all.
pub fn shifted_start(case: &Case, _: &Stop) -> Result<Option<Failure>, Limit> {
    let span = case.moves.greatest() as usize;
    let plain = Game::new(case.moves.clone(), Rule::Normal);
    let seeded = Game::with_seed(case.moves.clone(), Rule::Normal, &vec![Value(0); span]);
    let (Ok(plain), Ok(seeded)) = (plain, seeded) else { return Err(Limit::Positions) };
    let claimed = [vec![Value(1); span], oracle::sequence(&plain, span)].concat();
    let computed = oracle::sequence(&seeded, 2 * span);
    let different = (0..2 * span).find(|&at| claimed[at] != computed[at]);
    let name = |value: Value| if value == Value(0) { "lost" } else { "won" };
    Ok(different.map(|at| {
        let place = |value| format!("position {at} is {}", name(value));
        Failure::plain("outcome with lost seed", place(claimed[at]), place(computed[at]))
    }))
}

/// p > 1, and no move is a multiple of p.
pub fn satz_28(case: &Case, stop: &Stop) -> Result<Option<Failure>, Limit> {
    let cycle = case.cycle(Rule::Normal, stop)?;
    if cycle.period == 1 {
        return Ok(Some(Failure::about_cycle("period", "p > 1", Rule::Normal, cycle)));
    }
    let multiple = case.sizes().into_iter().find(|size| size.is_multiple_of(cycle.period));
    Ok(multiple.map(|size| {
        let claimed = format!("p does not divide the move {size}");
        Failure::about_cycle("period", claimed, Rule::Normal, cycle)
    }))
}
