//! Hand-made results of every verdict, for the tests of the renderers.

use super::Checked;
use crate::Integer;
use crate::check::Kind;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::limit::Limit;
use crate::model::Rule;
use crate::verdict::{
    Counterexample, Evidence, Failure, Finding, Looked, OptionValue, Replay, Report, StartWord,
    Statistics, Verdict,
};

pub(crate) const SOURCE: &str = "n >= 1 { n } REPEAT\n  _n An\nENDREP\n";

pub(crate) fn counterexample() -> Counterexample {
    let option = |text: &str, size: i64, target: Option<(i64, &str)>| OptionValue {
        text: text.to_owned(),
        size: Integer::from(size),
        target: target.map(|(position, letter)| (Integer::from(position), letter.to_owned())),
    };
    Counterexample {
        parameters: vec![("n".to_owned(), Integer::from(2))],
        failure: Failure {
            rule: Rule::Mex,
            start: StartWord::Nothing,
            position: Integer::from(26),
            claimed: "D".to_owned(),
            computed: "C".to_owned(),
            iteration: vec![("i".to_owned(), Integer::from(2))],
            passes: Integer::from(1),
            word: Span::new(22, 24),
            offset: Integer::from(3),
            options: vec![
                option("2", 2, Some((24, "B"))),
                option("4n+1", 9, Some((17, "_"))),
                option("8n+9", 25, Some((1, "A"))),
                option("8n+12", 28, None),
            ],
            replay: Replay::FromZero,
        },
    }
}

/// A result with this verdict, and one finding if the verdict has a reason to report.
pub(crate) fn checked(verdict: Verdict) -> Checked<'static> {
    let diagnostic =
        |code, message: &str| Diagnostic::new(code, message).label(Span::new(22, 24), "this word");
    let remark = Finding::new;
    let findings = match verdict {
        Verdict::Verified => Vec::new(),
        Verdict::Refuted => vec![Finding {
            evidence: Evidence::Position(Box::new(counterexample())),
            diagnostic: diagnostic(Code::WrongDescription, "this word claims a wrong value"),
        }],
        Verdict::Undecided => vec![Finding::limit_reached(
            diagnostic(Code::MoveBelowOne, "the chains to this block become too long"),
            Limit::CHAIN_BLOCKS,
        )],
        Verdict::Vacuous => {
            vec![remark(diagnostic(Code::EmptyEndlessLoop, "nothing satisfies the conditions"))]
        }
        Verdict::Rejected => vec![remark(diagnostic(Code::UnknownToken, "this is not a word"))],
    };
    let statistics = Statistics { blocks: 1, chains: 9, splits: 555, ..Statistics::default() };
    let report = Report::new(verdict, findings, Looked::Cases(statistics));
    Checked::new("x.nimseq".to_owned(), Kind::Nimseq, SOURCE, report)
}
