//! Additive games { a b a+b } with b = 2ka + r, 0 < r < a: descriptions whose passes carry a state, for k = 1, ..., 10,
//! of outcomes and of Grundy values, with nothing before position 0 and in the sink convention.
//!
//! A pass is a row.  Its state u goes to u + r or u + r - a, in the sink convention of Grundy values to u - r or
//! u - r + a.  For these the sequence is the other one backwards, with the values 0 and 2 exchanged, so one row is read
//! off the other.

use grundy_answers::check::{Certified, Options, Shown, check_and_certify, check_certificate};
use grundy_infer::infer::{self, Start, cones};
use grundy_kernel::Integer;
use grundy_language::lang;
use grundy_language::limit::CancellationToken;
use grundy_language::verdict::Verdict;
use grundy_prove::theorem::{Theorem, TheoremOptions, theorem};
use grundy_sequence::{Game, Moves, Rule};
use std::fs;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction/additive");

/// What a description is about.
#[derive(Clone, Copy, Debug)]
struct About {
    rule: Rule,
    is_sink: bool,
    k: usize,
}

fn all() -> impl Iterator<Item = About> {
    let kinds =
        [Rule::Normal, Rule::Mex].into_iter().flat_map(|rule| [false, true].map(|it| (rule, it)));
    kinds.flat_map(|(rule, is_sink)| (1..=10).map(move |k| About { rule, is_sink, k }))
}

impl About {
    fn file(self) -> String {
        let values = if self.rule == Rule::Mex { "nim" } else { "outcome" };
        let sink = if self.is_sink { "_sink" } else { "" };
        format!("{values}{sink}_{:02}.nimseq", self.k)
    }

    fn moves(self, a: u64, r: u64) -> [u64; 3] {
        let b = 2 * self.k as u64 * a + r;
        [a, b, a + b]
    }

    fn text(self) -> String {
        let Self { rule, is_sink, k } = self;
        let (even, odd) = (2 * k, 2 * k + 1);
        let pair = |pair: &str| match k {
            1 => String::new(),
            _ => format!("\n {}", format!(" {pair}").repeat(k - 1)),
        };
        let body = match (rule, is_sink) {
            (Rule::Mex, false) => format!(
                "  IF u+r <= a-1 THEN
    NEXT v=u+r
    _(a-u) Cu A(a-u)
  ELSE
    NEXT v=u+r-a
    _(a-u) C(u-v) Bv A(a-u) _a Aa
  FI{}
  _v B(a-v) Av C(a-v){}
  IF v+r <= a-1 THEN B(v+r) ELSE Ba C(v+r-a) FI",
                pair("_a Aa"),
                pair("Ba Ca"),
            ),
            (Rule::Mex, true) => format!(
                "{}
  IF u >= r THEN
    NEXT v=u-r
    A(a-v) Cv B(a-v) _u
  ELSE
    NEXT v=u-r+a
    Aa Ba A(a-v) _u C(v-u) B(a-v) Cu _a
  FI{}
  C(a-v) Av _(a-v) Bv",
                pair("Aa Ba").trim_start_matches('\n'),
                pair("Ca _a"),
            ),
            (_, false) => format!(
                "  -(a-u) +a{}
  IF u+r <= a-1 THEN NEXT v=u+r ELSE NEXT v=u+r-a -a +a FI
  -v +({even}a+r)",
                pair("-a +a"),
            ),
            (_, true) => format!(
                "  +a -u +({even}a+r) -(a-u){}
  IF u+r <= a-1 THEN NEXT v=u+r ELSE NEXT v=u+r-a +a -a FI",
                pair("+a -a"),
            ),
        };
        let start = match (is_sink, rule) {
            (false, _) => "",
            (true, Rule::Mex) => "FROM_INFINITY_DOWN REPEAT _ ENDREP\n",
            (true, _) => "FROM_INFINITY_DOWN REPEAT - ENDREP\n",
        };
        let length = 2 * even;
        format!(
            "CLAIM period a({length}a + 3r)/gcd(a, r)
CLAIM preperiod 0
a >= 2 r >= 1 r <= a-1
{{ a {even}a+r {odd}a+r }}
{start}REPEAT u=0 IN 0..a-1
{}
ENDREP
",
            body.trim_start_matches('\n')
        )
    }

    fn theorem(self) -> Theorem {
        let description =
            lang::parse(&self.text(), &Default::default()).description.expect("a model");
        theorem(&description, &TheoremOptions::default()).expect("a theorem")
    }

    /// Compares the theorem with direct computation.
    fn compare(self, theorem: &Theorem, a: u64, r: u64) {
        let moves = Moves::new(&self.moves(a, r)).expect("moves");
        let game =
            if self.is_sink { Game::sink(moves, self.rule) } else { Game::new(moves, self.rule) };
        let stop = CancellationToken::default();
        let cycle =
            grundy_sequence::cycle(&game.expect("a game"), 1 << 30, &stop).expect("a cycle");
        let point = [a.into(), r.into()];
        let said =
            [&theorem.period, &theorem.preperiod].map(|pieces| pieces[0].at(&point).to_string());
        let known = [cycle.period, cycle.preperiod].map(|number| number.to_string());
        assert_eq!(said, known, "{self:?} {a} {r}");
    }
}

#[test]
fn the_files_are_those_of_the_formulas_of_rows() {
    let mut stale = Vec::new();
    for about in all() {
        let (path, text) = (format!("{FOLDER}/{}", about.file()), about.text());
        assert_eq!(lang::format(&text).as_deref(), Ok(&text[..]));
        if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            fs::write(format!("{path}.new"), &text).expect("a place for it");
            stale.push(path);
        }
    }
    assert_eq!(stale, [""; 0], "there are new ones beside them");
    assert_eq!(fs::read_dir(FOLDER).expect("the folder").count(), all().count());
}

/// Each is proved, with its claims, and the certificate shows all of it.
#[test]
fn each_is_proved_for_all_a_and_r() {
    for about in all() {
        let text = about.text();
        let name = about.file();
        let (report, certified) = check_and_certify(&text, &Options::default());
        assert_eq!(report.verdict, Verdict::Verified, "{name}: {:?}", report.findings);
        let Certified::Proof { .. } = &certified else { panic!("{name}: no proof") };
        let file = certified.file().expect("a certificate");
        let shown =
            check_certificate(&file[..], Some(&text), &Default::default(), &Default::default());
        let Ok(Shown::Proved(proved)) = shown else { panic!("{name}") };
        assert_eq!((proved.claims, proved.claims_not_covered), (2, 0), "{name}");
        let [(certified, _)] = &proved.theorems[..] else { panic!("{name}") };
        let formula = |theorem: &Theorem| theorem.period[0].formula(&theorem.parameters);
        let own = about.theorem();
        assert!(certified.is_minimal() && own.is_minimal(), "{name}");
        assert_eq!(formula(certified), formula(&own), "{name}");
    }
}

/// Every additive game with b <= 21a has its period by one theorem, whose regions are proved to be all of them.
fn all_have_one_theorem(rule: Rule) {
    let (list, conditions) = lang::family("a >= 1 b >= a b <= 21a { a b a+b }").expect("a family");
    for start in [None, Some(Start::sink())] {
        let games = cones::Games {
            parameters: vec!['a', 'b'],
            moves: list.moves.clone(),
            conditions: conditions.iter().map(|one| one.constraint.clone()).collect(),
            start,
        };
        let options = infer::Options { rule, ..Default::default() };
        let theorem = cones::theorem(&games, &options);
        assert!(theorem.open.is_empty(), "{rule}: {:?}", theorem.open);
        for point in [[1_i64, 1], [1, 21], [7, 33], [12, 31], [30, 615]] {
            let [a, b] = point;
            let r = b.rem_euclid(2 * a);
            let known = match r {
                0 => 2 * b,
                r if r < a => a * (2 * b + r) / num_integer::gcd(a, r),
                r => 2 * b + 2 * a - r,
            };
            let point = point.map(Integer::from);
            for law in theorem.period.iter().filter(|law| law.contains(&point)) {
                assert!(law.is_least, "{rule}");
                assert_eq!(law.at(&point).to_integer(), known.into(), "{rule} {a} {b}");
            }
            assert!(theorem.preperiod.iter().any(|law| law.contains(&point)), "{rule} {a} {b}");
        }
    }
}

#[test]
fn all_outcomes_up_to_21a_have_one_theorem() {
    all_have_one_theorem(Rule::Normal);
}

#[test]
fn all_grundy_values_up_to_21a_have_one_theorem() {
    all_have_one_theorem(Rule::Mex);
}

/// A letter, a length or a state that is wrong anywhere in the text is refuted, or it has no meaning.
#[test]
fn nothing_else_is_proved() {
    for about in all().filter(|about| about.k <= 2) {
        let text = about.text();
        let body = text.find("REPEAT u").expect("the loop");
        let mut refuted = 0;
        for (at, letter) in text.char_indices().skip(body) {
            let other = match letter {
                '_' => 'A',
                'A' | 'B' | 'C' => '_',
                '-' if text[at..].starts_with(['-', '+']) && text[..at].ends_with(' ') => '+',
                '+' if text[..at].ends_with(' ') => '-',
                _ => continue,
            };
            // Keywords begin with capital letters, too.
            let is_word = text[..at].ends_with(' ')
                && !text[at + 1..].starts_with(|it: char| it.is_ascii_uppercase());
            if !is_word {
                continue;
            }
            let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            let (report, _) = check_and_certify(&changed, &Options::default());
            assert_eq!(report.verdict, Verdict::Refuted, "{changed}");
            refuted += 1;
        }
        assert!(refuted >= 4, "{refuted}: {text}");
    }
}

fn agree_with_direct_computation(rule: Rule) {
    for about in all().filter(|about| about.k <= 4 && about.rule == rule) {
        let theorem = about.theorem();
        for a in 2..=60 {
            (1..a).for_each(|r| about.compare(&theorem, a, r));
        }
    }
}

#[test]
fn outcomes_agree_with_direct_computation() {
    agree_with_direct_computation(Rule::Normal);
}

#[test]
fn grundy_values_agree_with_direct_computation() {
    agree_with_direct_computation(Rule::Mex);
}
