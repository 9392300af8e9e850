//! A run of a net: firing step by step, back again, and why a step is not possible.

use super::firing::{CapacityRule, Firing, FiringError, Marking, Obstacle, obstacles};
use super::net::{Net, TransitionId};

/// A net in a marking, and how it came there.
///
/// ```
/// use grundy_games::petri::{CapacityRule, Run, pnml};
/// let text = "<pnml><net id='n'><place id='p'><initialMarking><text>1</text></initialMarking></place>\
///     <transition id='t'/><arc source='p' target='t'/></net></pnml>";
/// let net = pnml::read(text, None).unwrap().net;
/// let mut run = Run::new(&net, CapacityRule::Net);
/// assert_eq!(run.fire(0), Ok(()));
/// assert!(run.firable().is_empty() && run.fire(0).is_err());
/// assert_eq!(run.undo(), Some(0));
/// assert_eq!(run.marking(), [1]);
/// ```
#[derive(Clone, Debug)]
pub struct Run<'n> {
    net: &'n Net,
    rule: CapacityRule,
    firing: Firing,
    marking: Marking,
    fired: Vec<TransitionId>,
}

/// Why a step of a run is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoStep {
    /// The transition is not firable.
    Forbidden(Vec<Obstacle>),
    /// It is firable, but this place would hold more than 2^32 - 1 tokens.
    TooManyTokens(usize),
}

impl<'n> Run<'n> {
    /// In the initial marking.
    pub fn new(net: &'n Net, rule: CapacityRule) -> Self {
        let (firing, marking) = (Firing::new(net, rule), net.initial());
        Self { net, rule, firing, marking, fired: Vec::new() }
    }

    /// The net.
    pub fn net(&self) -> &'n Net {
        self.net
    }

    /// The rule of capacities.
    pub fn rule(&self) -> CapacityRule {
        self.rule
    }

    /// The marking now.
    pub fn marking(&self) -> &[u32] {
        &self.marking
    }

    /// What has fired, from the first to the last.
    pub fn fired(&self) -> &[TransitionId] {
        &self.fired
    }

    /// The transitions that are firable now, in increasing order.
    pub fn firable(&self) -> Vec<TransitionId> {
        self.firing.firable(&self.marking)
    }

    /// What forbids a transition to fire now: nothing if it is firable.
    pub fn obstacles(&self, id: TransitionId) -> Vec<Obstacle> {
        let mut found = obstacles(self.net, self.rule, &self.marking, id);
        if found.is_empty()
            && let Some(&transition) = self.firable().first()
            && self.net.transitions[transition].priority > self.net.transitions[id].priority
        {
            found.push(Obstacle::Priority { transition });
        }
        found
    }

    /// Fires a transition.
    ///
    /// # Errors
    ///
    /// If it is not firable, or a place overflows; then nothing has changed.
    pub fn fire(&mut self, id: TransitionId) -> Result<(), NoStep> {
        let found = self.obstacles(id);
        if !found.is_empty() {
            return Err(NoStep::Forbidden(found));
        }
        match self.firing.fire(&mut self.marking, id) {
            Ok(()) => {
                self.fired.push(id);
                Ok(())
            }
            Err(FiringError::TooManyTokens(place)) => Err(NoStep::TooManyTokens(place)),
            Err(FiringError::NotEnabled) => Err(NoStep::Forbidden(Vec::new())),
        }
    }

    /// Takes the last step back: which transition it was, `None` at the start.
    pub fn undo(&mut self) -> Option<TransitionId> {
        let id = self.fired.pop()?;
        for &(place, change) in self.firing.effect(id) {
            // What firing changed can be changed back.
            let before = i64::from(self.marking[place]) - change;
            self.marking[place] = u32::try_from(before).unwrap_or_default();
        }
        Some(id)
    }
}
