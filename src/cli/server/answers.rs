//! Layout, and what is shown between the words and above the lines.

use super::commands;
use super::document::Document;
use gen_lsp_types as lsp;
use grundy_language::lang::{self, PartKind};
use grundy_language::verdict::{Counterexample, Finding, Verdict};

/// The text in the common layout, as one edit; none if it cannot be read or already has this layout.
pub fn format(document: &Document) -> Vec<lsp::TextEdit> {
    if document.lowered.is_none() {
        return Vec::new();
    }
    match lang::format(&document.text) {
        Ok(text) if text != document.text => {
            vec![lsp::TextEdit { range: document.all(), new_text: text }]
        }
        _ => Vec::new(),
    }
}

/// In a range of the text: after the moves, the verdict and the parameters for which positions are shown; before each
/// block, its position.
pub fn hints(document: &Document, range: lsp::Range) -> Vec<lsp::InlayHint> {
    let wanted = document.offset(range.start)..=document.offset(range.end);
    let moves = document.outline.parts.iter().find(|part| part.kind == PartKind::Moves);
    let (known, moves) = (&document.known, moves.map(|part| part.span.end));
    let verdict = known.report().zip(moves).map(|(report, at)| {
        let label = match report.verdict {
            Verdict::Verified => "verified for all parameters".to_owned(),
            verdict => verdict.to_string(),
        };
        (at, label, None)
    });
    let starts = known.starts.as_ref();
    let parameters =
        starts.filter(|start| !start.parameters.is_empty()).zip(moves).map(|(starts, at)| {
            let tooltip = "each number is the position where a block begins for these parameters, \
                       according to the text";
            (at, format!("positions for {}", starts.parameters), Some(tooltip.to_owned()))
        });
    let positions = starts.into_iter().flat_map(|starts| {
        let tooltip = match starts.parameters.as_str() {
            "" => "the position of the next value".to_owned(),
            parameters => format!("the position of the next value for {parameters}"),
        };
        let hint =
            move |(at, position): &(usize, _)| (*at, format!("{position}:"), Some(tooltip.clone()));
        starts.positions.iter().map(hint)
    });
    let hint = |(at, label, tooltip): (usize, String, Option<String>)| lsp::InlayHint {
        position: document.position(at),
        label: label.into(),
        kind: None,
        text_edits: None,
        tooltip: tooltip.map(Into::into),
        padding_left: Some(Some(at) == moves),
        padding_right: Some(Some(at) != moves),
        data: None,
    };
    let all = verdict.into_iter().chain(parameters).chain(positions);
    all.filter(|place| wanted.contains(&place.0)).map(hint).collect()
}

/// Above a refuted word, its counterexample, which a command opens, and the check in a terminal.
pub fn lenses(document: &Document) -> Vec<lsp::CodeLens> {
    let findings = document.known.report().into_iter().flat_map(|report| &report.findings);
    let lens = |finding: &Finding| {
        let Counterexample { parameters, failure } = finding.counterexample()?;
        let range = document.range(finding.diagnostic.labels.first()?.span);
        let at = parameters.iter().map(|(name, value)| format!("{name} = {value}, "));
        let title = format!(
            "Counterexample: {}position {}, described {}, computed {}",
            at.collect::<String>(),
            failure.position,
            failure.claimed,
            failure.computed
        );
        let run = (commands::RUN, "Run in a terminal".to_owned());
        let run = Some(run).filter(|_| document.opens && document.uri.starts_with("file:"));
        let all = [(commands::COUNTEREXAMPLE, title)].into_iter().chain(run);
        Some(all.map(move |(name, title)| {
            let command = Some(commands::command(name, title, document));
            lsp::CodeLens { range, command, data: None }
        }))
    };
    findings.filter_map(lens).flatten().collect()
}

/// The counterexample as the command reports it; nothing unless the text is refuted by one.
pub fn counterexample(document: &Document) -> Option<String> {
    let report = document.known.report()?;
    let finding = report.findings.iter().find(|finding| finding.counterexample().is_some())?;
    let lines = document.evidence(finding).join("\n");
    Some(format!("{}\n\n{lines}\n", finding.diagnostic.message))
}
