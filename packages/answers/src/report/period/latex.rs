//! What is known of the period of one game, for papers.

use super::{Answer, Known, Repetition};
use crate::report::Render as _;
use crate::report::theorem::by_rule;

impl Answer {
    /// A theorem environment, if something is known that rests on no file, and the text as comments: how it was
    /// found, and what is not known.
    pub fn latex(&self) -> String {
        let claim = match &self.known {
            _ if self.believes_checkpoint => None,
            Known::Cycle(found) => Some(law(found)),
            Known::Aperiodic { .. } => Some("have no period".to_owned()),
            Known::Open(_) => None,
        };
        let mut text = claim.map_or_else(String::new, |claim| {
            let start = self.game.start_in_words();
            format!(
                "\\begin{{theorem}}\nThe {} of the subtraction game $\\{{{}\\}}${start}\n{claim}.\n\\end{{theorem}}\n",
                by_rule(self.game.rule),
                self.game.spelled().iter().map(|size| formula(size)).collect::<Vec<_>>().join(", "),
            )
        });
        text.extend(self.text().lines().map(|line| format!("% {line}\n")));
        text
    }
}

fn law(found: &Repetition) -> String {
    let Repetition { period, preperiod, saltus, least, constant, .. } = found;
    let [period, preperiod] = [period, preperiod].map(|number| formula(&number.to_string()));
    if *constant {
        return format!("are the same from position ${preperiod}$ on");
    }
    let saltus = saltus.as_ref().filter(|saltus| saltus.0 > 0);
    let saltus = saltus.map_or_else(String::new, |saltus| format!(", the saltus ${saltus}$"));
    let words = if *least { "the least period" } else { "the period" };
    let whose = if *least { "" } else { " for it" };
    format!("have {words} ${period}${saltus}\nand the least preperiod ${preperiod}${whose}")
}

/// A number or set as it is typed, in LaTeX: `1+2*sqrt(5)` is `1+2\sqrt{5}`, `1..4` is `1, \dots, 4`, and `squares` a word.
fn formula(text: &str) -> String {
    let text = text.replace('*', "").replace("..", ", \\dots, ");
    let (mut shown, mut rest) = (String::new(), text.as_str());
    while let Some((before, root)) = rest.split_once("sqrt(") {
        let (inside, after) = root.split_once(')').unwrap_or((root, ""));
        shown += &format!("{before}\\sqrt{{{inside}}}");
        rest = after;
    }
    let is_word = rest.starts_with(|it: char| it.is_ascii_alphabetic());
    shown + &if is_word { format!("\\text{{{rest}}}") } else { rest.to_owned() }
}
