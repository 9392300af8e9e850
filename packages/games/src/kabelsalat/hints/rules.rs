//! The rules, each on what is left of a task.

use super::combined::sum;
use super::{Combined, Rule, Step};
use crate::Integer;
use crate::kabelsalat::Task;
use crate::limit::{CancellationToken, Limit};
use std::cmp::Ordering;

/// Switches are not combined into more than this.
const SWITCHES: usize = 64;

/// Rounds in which the bounds of one equation are used in the others.
const ROUNDS: usize = 64;

/// What is left of a task: find numbers of presses from 0 under which the switches add what is missing.
#[derive(Clone, Debug)]
pub(super) struct System {
    pub switches: Vec<Combined>,
    pub missing: Vec<Integer>,
    /// What is known, with how often it is pressed.
    pub fixed: Vec<(Combined, Integer)>,
    /// There is no solution.
    pub unsolvable: bool,
}

/// A lifting switch, and one that lowers the same stack.
type Opposite<'s> = (Vec<&'s Combined>, Vec<&'s Combined>);

/// The bounds of a count, the upper one if it is known, each with the stacks that it follows from.
#[derive(Clone, Default)]
struct Bounds {
    low: Integer,
    low_from: u64,
    high: Option<Integer>,
    high_from: u64,
}

impl System {
    pub(super) fn new(task: &Task) -> Self {
        Self {
            switches: (0..task.switches().len()).map(|it| Combined::switch(task, it)).collect(),
            missing: task.missing(),
            fixed: Vec::new(),
            unsolvable: false,
        }
    }

    /// Applies the first rule that applies.
    pub(super) fn step(
        &mut self,
        stacks: &[String],
        stop: &CancellationToken,
    ) -> Result<Option<Step>, Limit> {
        let simple = self
            .unreached(stacks)
            .or_else(|| self.equal())
            .or_else(|| self.idle())
            .or_else(|| self.single(stacks))
            .or_else(|| self.one_direction(stacks));
        let step = match simple {
            Some(step) => Some(step),
            None => self.bounded(stacks, stop)?.or_else(|| self.combine(stacks, None)),
        };
        Ok(step.map(|step| Step { missing: self.missing.clone(), ..step }))
    }

    /// The switches that reach the stack.
    fn reaching(&self, stack: usize) -> Vec<&Combined> {
        self.switches.iter().filter(|switch| !switch.change(stack).is_zero()).collect()
    }

    /// A stack that nothing reaches any more.
    fn unreached(&mut self, stacks: &[String]) -> Option<Step> {
        let open =
            |stack: &usize| !self.missing[*stack].is_zero() && self.reaching(*stack).is_empty();
        let stack = (0..stacks.len()).find(open)?;
        let says =
            format!("{}, and no switch is left that reaches it", self.state_of(stack, stacks));
        Some(self.refuse(Rule::Unreached, stack, says))
    }

    /// Two switches with the same changes.
    fn equal(&mut self) -> Option<Step> {
        let mut pairs =
            (0..self.switches.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
        let (one, two) =
            pairs.find(|&(one, two)| self.switches[one].changes == self.switches[two].changes)?;
        let other = self.switches.remove(two);
        let (name, second) = (self.switches[one].name.clone(), other.name.clone());
        let says = match self.switches[one].presses().cmp(&other.presses()) {
            Ordering::Equal => {
                format!("{name} and {second} do the same: they count as one switch, called {name}")
            }
            Ordering::Less => leave_out(&second, &name),
            Ordering::Greater => leave_out(&name, &second),
        };
        self.switches[one].merge(other);
        Some(step(Rule::Equal, None, vec![name, second], says))
    }

    /// A switch that changes nothing.
    fn idle(&mut self) -> Option<Step> {
        let at = self.switches.iter().position(Combined::is_idle)?;
        let name = self.switches.remove(at).name;
        let says = format!("{name} changes no stack: remove it");
        Some(step(Rule::Idle, None, vec![name], says))
    }

    /// A stack that one switch reaches.
    fn single(&mut self, stacks: &[String]) -> Option<Step> {
        for (stack, stack_name) in stacks.iter().enumerate() {
            let [switch] = self.reaching(stack)[..] else { continue };
            let (name, change) = (switch.name.clone(), switch.change(stack));
            let (missing, state) = (&self.missing[stack], self.state(stack));
            let only = format!("only {name} reaches {stack_name}, which {state}");
            let state_fits = missing.is_zero() || missing.is_positive() == change.is_positive();
            if !state_fits {
                let does = if change.is_positive() { "lifts" } else { "lowers" };
                let says = format!("{only}, but {name} {does} it");
                return Some(self.refuse(Rule::Single, stack, says));
            }
            if !missing.mod_floor(&change.abs()).is_zero() {
                let says =
                    format!("{only}, but each press of {name} changes it by {}", change.abs());
                return Some(self.refuse(Rule::Single, stack, says));
            }
            let count = missing.abs().div_floor(&change.abs());
            let says = format!("{only}: {name} = {count}");
            return Some(self.fix(Rule::Single, stack, says, vec![(name, count)]));
        }
        None
    }

    /// A stack that is only lifted or only lowered, and at the target or on the wrong side of it.
    fn one_direction(&mut self, stacks: &[String]) -> Option<Step> {
        for stack in 0..stacks.len() {
            let Some(lifted) = self.direction(stack) else { continue };
            let missing = &self.missing[stack];
            if missing.is_positive() == lifted && !missing.is_zero() {
                continue;
            }
            let names: Vec<_> =
                self.reaching(stack).iter().map(|switch| switch.name.clone()).collect();
            let only = format!(
                "{}, and {} only {} it",
                self.state_of(stack, stacks),
                list(&names),
                if lifted { "lift" } else { "lower" }
            );
            if !missing.is_zero() {
                return Some(self.refuse(Rule::OneDirection, stack, only));
            }
            let says = format!("{only}: {} = 0", names.join(" = "));
            let zero = names.into_iter().map(|name| (name, Integer::ZERO)).collect();
            return Some(self.fix(Rule::OneDirection, stack, says, zero));
        }
        None
    }

    /// Counts that the stacks with one direction determine together.
    fn bounded(
        &mut self,
        stacks: &[String],
        stop: &CancellationToken,
    ) -> Result<Option<Step>, Limit> {
        let sums: Vec<usize> =
            (0..stacks.len()).filter(|&stack| self.direction(stack).is_some()).collect();
        let mut bounds = vec![Bounds::default(); self.switches.len()];
        for _ in 0..ROUNDS {
            let mut changed = false;
            for &stack in &sums {
                for switch in 0..bounds.len() {
                    stop.check()?;
                    changed |= self.tighten(stack, switch, &mut bounds);
                    let it = &bounds[switch];
                    let Some(high) = it.high.as_ref().filter(|high| **high <= it.low) else {
                        continue;
                    };
                    let name = self.switches[switch].name.clone();
                    let from: Vec<usize> = (0..stacks.len())
                        .filter(|&stack| (it.low_from | it.high_from) >> stack & 1 == 1)
                        .collect();
                    let equations: Vec<_> =
                        from.iter().map(|&stack| self.equation(stack, stacks)).collect();
                    let equations = equations.join(", ");
                    let last = from.last().copied().unwrap_or(stack);
                    if *high < it.low {
                        let says = format!(
                            "{equations}: {name} would be at least {} and at most {high}",
                            it.low
                        );
                        return Ok(Some(self.refuse(Rule::OneDirection, last, says)));
                    }
                    let (says, count) = (format!("{equations}: {name} = {high}"), high.clone());
                    return Ok(Some(self.fix(Rule::OneDirection, last, says, vec![(name, count)])));
                }
            }
            if !changed {
                break;
            }
        }
        Ok(None)
    }

    /// Bounds a count by the equation of a stack with one direction.
    fn tighten(&self, stack: usize, switch: usize, bounds: &mut [Bounds]) -> bool {
        let weight = |switch: usize| self.switches[switch].change(stack).abs();
        let own = weight(switch);
        if own.is_zero() {
            return false;
        }
        let here = 1_u64 << stack;
        let (mut at_most, mut at_least) =
            (self.missing[stack].abs(), Some(self.missing[stack].abs()));
        let (mut most_from, mut least_from) = (here, here);
        for (other, bound) in bounds.iter().enumerate() {
            let weight = if other == switch { Integer::ZERO } else { weight(other) };
            if weight.is_zero() {
                continue;
            }
            at_most = &at_most - &(&weight * &bound.low);
            most_from |= bound.low_from;
            at_least = at_least.zip(bound.high.as_ref()).map(|(it, high)| &it - &(&weight * high));
            least_from |= bound.high_from;
        }
        let mut changed = false;
        let bound = &mut bounds[switch];
        let high = at_most.div_floor(&own);
        if bound.high.as_ref().is_none_or(|known| high < *known) {
            (bound.high, bound.high_from, changed) = (Some(high), most_from, true);
        }
        // Rounded up.
        if let Some(low) = at_least.map(|it| -((-it).div_floor(&own)))
            && low > bound.low
        {
            (bound.low, bound.low_from, changed) = (low, least_from, true);
        }
        changed
    }

    /// Pairs the switches that change a stack in opposite directions, at a stack where these two do if two are named.
    pub(super) fn combine(
        &mut self,
        stacks: &[String],
        named: Option<&[String; 2]>,
    ) -> Option<Step> {
        let mut best: Option<(bool, usize, usize)> = None;
        for stack in 0..stacks.len() {
            let Some((lifting, lowering)) = self.opposite(stack) else { continue };
            let within =
                |all: &[&Combined], name: &String| all.iter().any(|switch| switch.name == *name);
            let are_named = named.is_none_or(|[one, other]| {
                within(&lifting, one) && within(&lowering, other)
                    || within(&lifting, other) && within(&lowering, one)
            });
            if !are_named {
                continue;
            }
            let pairs = lifting.len() * lowering.len();
            let missing = &self.missing[stack];
            let kept = match (missing.is_zero(), missing.is_positive()) {
                (true, _) => 0,
                (false, true) => lifting.len(),
                (false, false) => lowering.len(),
            };
            let others = self.switches.len() - lifting.len() - lowering.len();
            let rank = (!missing.is_zero(), others + kept + pairs, stack);
            let fits = rank.1 <= SWITCHES
                && lifting.iter().all(|up| lowering.iter().all(|down| up.plus(down).is_some()));
            if fits && best.is_none_or(|best| rank < best) {
                best = Some(rank);
            }
        }
        let (_, _, stack) = best?;
        let (lifting, lowering) = self.opposite(stack)?;
        let missing = &self.missing[stack];
        let [up, down] = [&lifting, &lowering]
            .map(|all| all.iter().map(|switch| switch.name.clone()).collect::<Vec<_>>());
        let switches = [&up[..], &down[..]].concat();
        let each = lifting.first().map_or(Integer::ONE, |switch| switch.change(stack));
        let state = self.state_of(stack, stacks);
        if !missing.mod_floor(&each).is_zero() {
            let says = format!("{state}, and {} change it by {each} only", list(&switches));
            return Some(self.refuse(Rule::Combined, stack, says));
        }
        let any = |names: &[String]| match names {
            [name] => name.clone(),
            names => format!("one of {}", list(names)),
        };
        let combined_before = lifting.iter().chain(&lowering).any(|switch| switch.is_combined());
        let rule = if combined_before { Rule::Combinations } else { Rule::Combined };
        // The switch that comes first in the list gives the first letters.
        let place = |it: &Combined| self.switches.iter().position(|other| other.name == it.name);
        let pair = |up: &&Combined, down: &&Combined| {
            if place(up) < place(down) { up.plus(down) } else { down.plus(up) }
        };
        let pairs =
            lifting.iter().flat_map(|up| lowering.iter().filter_map(move |down| pair(up, down)));
        let pairs: Vec<Combined> = pairs.collect();
        let (gone, says) = if missing.is_zero() {
            let says =
                format!("{state}: each press of {} goes with one of {}", any(&down), any(&up));
            (switches.clone(), says)
        } else {
            let (few, many, does) =
                if missing.is_positive() { (&down, &up, "lowers") } else { (&up, &down, "lifts") };
            let says = format!(
                "{state}: each press of {}, which {does} it, goes with one of {}",
                any(few),
                any(many)
            );
            (few.clone(), says)
        };
        let new: Vec<_> = pairs
            .iter()
            .map(|switch| format!("{} ({})", switch.name, changes(&switch.changes, stacks)))
            .collect();
        let mut says = format!("{says}; combined: {}", new.join(", "));
        let kept: Vec<_> = switches.iter().filter(|name| !gone.contains(name)).collect();
        if !kept.is_empty() {
            let stand = if kept.len() == 1 { "stands for its" } else { "stand for their" };
            says = format!("{says}; {} now {stand} other presses", list(&kept));
        }
        self.switches.retain(|switch| !gone.contains(&switch.name));
        self.switches.extend(pairs.iter().cloned());
        Some(Step { combined: pairs, ..step(rule, Some(stack), switches, says) })
    }

    /// The switches that lift and those that lower the stack, if there are both and if all change it by
    /// the same number of boxes.
    fn opposite(&self, stack: usize) -> Option<Opposite<'_>> {
        let reaching = self.reaching(stack);
        let each = reaching.first()?.change(stack).abs();
        let equal = reaching.iter().all(|switch| switch.change(stack).abs() == each);
        let (lifting, lowering): Opposite<'_> =
            reaching.into_iter().partition(|switch| switch.change(stack).is_positive());
        (equal && !lifting.is_empty() && !lowering.is_empty()).then_some((lifting, lowering))
    }

    /// Is the stack only lifted, or only lowered?  `None` if both or nothing.
    fn direction(&self, stack: usize) -> Option<bool> {
        let reaching = self.reaching(stack);
        let lifted = reaching.first()?.change(stack).is_positive();
        reaching.iter().all(|switch| switch.change(stack).is_positive() == lifted).then_some(lifted)
    }

    /// `needs 3 more`, `has 2 too many`, `is at the target`
    fn state(&self, stack: usize) -> String {
        let missing = &self.missing[stack];
        match (missing.is_zero(), missing.is_positive()) {
            (true, _) => "is at the target".to_owned(),
            (_, true) => format!("needs {missing} more"),
            _ => format!("has {} too many", missing.abs()),
        }
    }

    /// The same with the name of the stack.
    fn state_of(&self, stack: usize, stacks: &[String]) -> String {
        format!("{} {}", stacks[stack], self.state(stack))
    }

    /// `A + 2B = 3 (a)`, for a stack with one direction.
    fn equation(&self, stack: usize, stacks: &[String]) -> String {
        let terms: Vec<_> = self
            .reaching(stack)
            .iter()
            .map(|it| {
                let weight = it.change(stack).abs();
                if weight.is_one() { it.name.clone() } else { format!("{weight}{}", it.name) }
            })
            .collect();
        format!("{} = {} ({})", terms.join(" + "), self.missing[stack].abs(), stacks[stack])
    }

    /// The step after which these counts are known.
    fn fix(
        &mut self,
        rule: Rule,
        stack: usize,
        says: String,
        counts: Vec<(String, Integer)>,
    ) -> Step {
        for (name, count) in &counts {
            let Some(at) = self.switches.iter().position(|switch| switch.name == *name) else {
                continue;
            };
            let switch = self.switches.remove(at);
            let less: Vec<_> = switch.changes.iter().map(|change| -(change * count)).collect();
            self.missing = sum(&self.missing, &less);
            self.fixed.push((switch, count.clone()));
        }
        let switches = counts.iter().map(|(name, _)| name.clone()).collect();
        Step { fixed: counts, ..step(rule, Some(stack), switches, says) }
    }

    /// The step that shows that there is no solution.
    fn refuse(&mut self, rule: Rule, stack: usize, says: String) -> Step {
        self.unsolvable = true;
        let switches = self.reaching(stack).iter().map(|switch| switch.name.clone()).collect();
        step(rule, Some(stack), switches, format!("{says}: there is no solution"))
    }
}

fn leave_out(longer: &str, shorter: &str) -> String {
    format!("{longer} does the same as {shorter} with more presses: remove {longer}")
}

fn step(rule: Rule, stack: Option<usize>, switches: Vec<String>, says: String) -> Step {
    let (fixed, combined, missing) = Default::default();
    Step { rule, stack, switches, says, fixed, combined, missing }
}

/// `a +1, c -2`; `no change` if there is none.
pub(super) fn changes(changes: &[Integer], stacks: &[String]) -> String {
    let changed = stacks.iter().zip(changes).filter(|(_, change)| !change.is_zero());
    let signed = |change: &Integer| if change.is_positive() { "+" } else { "" };
    let all: Vec<_> =
        changed.map(|(stack, change)| format!("{stack} {}{change}", signed(change))).collect();
    if all.is_empty() { "no change".to_owned() } else { all.join(", ") }
}

/// `A, B and C`
pub(super) fn list(names: &[impl AsRef<str>]) -> String {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        names => names.concat(),
    }
}
