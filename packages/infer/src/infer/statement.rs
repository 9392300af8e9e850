//! What was found, as a statement.

use super::{Class, Open, Proofs, ProvedClass, Theorem};
use crate::model::Rule;
use crate::parametric::traced;
use crate::theorem::{self, Range, StartBy, Statement};

impl Theorem {
    /// What it says.
    pub fn statement(&self) -> Statement {
        let Self { family, class, rule, known, open, .. } = self;
        let start = family.start().map(|start| {
            let word = start.word.iter().map(|&value| rule.alphabet().letter(value)).collect();
            (word, if start.is_sink { StartBy::Sink } else { StartBy::Asked })
        });
        let parameters = vec![family.parameter.to_string()];
        let unknown = known.pieces.iter().filter(|piece| piece.preperiod.is_none());
        Statement {
            start,
            range: Some(Range { least: family.least(), from: known.from, class: *class }),
            period: known.period(),
            preperiod: known.preperiod(),
            unknown: unknown.map(|piece| piece.class).collect(),
            exceptions: known.exceptions.clone(),
            open: open.iter().map(|(class, open)| (*class, Open::to_string(open))).collect(),
            evidence: self.shown(),
            ..Statement::new(parameters, family.written_moves(Class::ALL), *rule)
        }
    }

    fn shown(&self) -> Vec<theorem::Evidence> {
        match &self.evidence {
            Proofs::Descriptions(parts) => parts.iter().map(described).collect(),
            Proofs::Traces(traces) => {
                let lemma = (self.rule == Rule::Misere).then_some(theorem::Evidence::Lemma);
                [traced(&traces.classes(), self.family.least())].into_iter().chain(lemma).collect()
            }
        }
    }
}

fn described(part: &ProvedClass) -> theorem::Evidence {
    let proved = &part.proved;
    theorem::Evidence::Description {
        class: proved.class,
        from: proved.class.at(proved.least),
        size: proved.structure.size(),
        is_derived: part.theorem.is_ok(),
    }
}
