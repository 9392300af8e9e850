//! Reading takes time linear in the length of a text, whatever that is: also for texts that nobody would write.

use grundy_language::diagnostic::{Code, Diagnostic, Severity};
use grundy_language::lang::{Options, format, outline, parse, parse_until};
use grundy_language::limit::{CancellationToken, Limit};
use std::fs;
use std::time::{Duration, Instant};

/// What a text may be made of, again and again: a line is a token; and tokens that would not show there.
const TOKENS: &str = include_str!("tokens.txt");
const HIDDEN: [&str; 5] = ["n = ", "\0", "\u{1}", "\u{feff}", "\u{200b}"];

fn tokens() -> Vec<&'static str> {
    let tokens: Vec<_> = TOKENS.lines().chain(HIDDEN).collect();
    assert!(tokens.len() > 130);
    tokens
}

/// What stands between, and what before.
const BETWEEN: [&str; 7] = [" ", "\n", "", "\r", "\r\n", "\n  ", " #x\n"];
const BEFORE: [&str; 5] = [
    "",
    "n >= 1\n",
    "n >= 1 { n }\n",
    "n >= 1 { n } REPEAT\n_n An\n",
    "n >= 1 { n } REPEAT -n + ENDREP\n",
];

/// The time that this thread has worked, as far as the system says: others may want the processor too.
fn now(start: Instant) -> Duration {
    let worked = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let worked = worked.and_then(|it| it.split(' ').next()?.parse().ok());
    worked.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// How long it takes to do this, the shortest of some times.
fn time(times: usize, act: impl Fn()) -> Duration {
    let one = |_| {
        let start = Instant::now();
        let before = now(start);
        act();
        now(start).saturating_sub(before)
    };
    (0..times).map(one).min().unwrap_or_default()
}

fn reads(text: &str) {
    let lowered = parse(text, &Options::default());
    assert!(
        lowered.description.is_some()
            != lowered.diagnostics.iter().any(|it| it.severity() == Severity::Error)
    );
}

/// About this number of bytes of the same.
fn filled(before: &str, token: &str, size: usize) -> String {
    format!("{before}{}", token.repeat(size / token.len() + 1))
}

/// Reads a text of this size of each kind: with debug assertions, and on a slow machine, in 12 microseconds a byte.
fn check(kinds: impl Iterator<Item = (String, usize)>) {
    for (text, size) in kinds {
        let bound = Duration::from_micros(12 * size as u64);
        let taken = time(1, || reads(&text));
        let taken = if taken > bound { time(3, || reads(&text)) } else { taken };
        assert!(taken <= bound, "{taken:?} for {size} bytes of {:?}", text.get(..80));
    }
}

#[test]
fn every_token_again_and_again() {
    const SIZE: usize = 10_000;
    let kinds = tokens().into_iter().enumerate().map(|(index, token)| {
        let (before, between) = (BEFORE[index % BEFORE.len()], BETWEEN[index % BETWEEN.len()]);
        (filled(before, &format!("{token}{between}"), SIZE), SIZE)
    });
    check(kinds);
}

#[test]
fn two_tokens_in_turns() {
    const SIZE: usize = 10_000;
    let tokens = tokens();
    let kinds = tokens.iter().enumerate().map(|(index, token)| {
        let other = tokens[(7 * index + 31) % tokens.len()];
        let (before, between) =
            (BEFORE[(index + 1) % BEFORE.len()], BETWEEN[(index + 3) % BETWEEN.len()]);
        (filled(before, &format!("{token}{between}{other} "), SIZE), SIZE)
    });
    check(kinds);
}

/// Eight times the text in less than 24 times the time.
#[test]
fn long_texts_take_as_long_for_each_byte() {
    const SIZE: usize = 20_000;
    let body = BEFORE[3];
    let pieces = |size: usize| {
        let each = (0..size / 30).map(|i| format!("DEF aa{i}(i) Ai END aa{i}x(1)\n"));
        format!("n >= 1 {{ n }}\n{}", each.collect::<String>())
    };
    let repeated = |before: &'static str, token: &'static str| {
        Box::new(move |size| filled(before, token, size)) as Box<dyn Fn(usize) -> String>
    };
    for text in [
        repeated("", "FOR "),
        repeated("", "A "),
        repeated("", "N "),
        repeated("", "n >= z "),
        repeated("", "n <= 1 m >= 1 "),
        repeated("n >= 1 { n } ", "aa(n) "),
        repeated("n >= 1 { n }\n", "RULE x "),
        repeated(body, "q%q "),
        repeated(body, "Nn P "),
        repeated(body, "A2n\n"),
        repeated(body, "{ n\n"),
        repeated(body, "FOR i FROM 1 UPTO n REP IF n >= 1 THEN PER FI\n"),
        Box::new(pieces),
    ] {
        let [short, long] = [text(SIZE), text(8 * SIZE)];
        let base = time(2, || reads(&short)) + Duration::from_millis(2);
        let taken = time(1, || reads(&long));
        assert!(taken < 24 * base, "{taken:?} after {base:?} for {:?}", short.get(..80));
    }
}

#[test]
fn long_tokens_are_read_once() {
    const SIZE: usize = 60_000;
    let kinds = [
        "x", "9", "A", "_", "-", "(", "<", "{", ")", "}", "é", "≥", "#", " ", "\n", "\r", "\r\n",
        "\0", "A(", "(A", "<A", "aa(", "n+", "n*", "2*", "2^", "n-n+", "A,", "A(n)", "n,", "\\",
        "$", "%", "\"", "..", "1e9", "٣", "\u{301}",
    ];
    let starts = [
        "",
        "A(",
        "LET k=",
        "CLAIM period ",
        "RULE ",
        "IF ",
        "FOR i FROM ",
        "DEF ",
        "aa(",
        "{ ",
        "# ",
        "[",
        "<",
        "N >= ",
    ];
    let texts = kinds.iter().enumerate().flat_map(|(index, kind)| {
        let start = starts[index % starts.len()];
        [
            filled("", kind, SIZE),
            filled(BEFORE[3], kind, SIZE),
            format!("{}{start}", BEFORE[3]) + &filled("", kind, SIZE),
        ]
    });
    check(texts.map(|text| (text, SIZE)));
}

/// What an editor asks for while a text is written.
#[test]
fn outlines_and_layouts_are_as_fast() {
    let valid = filled(
        "n >= 1 { n } REPEAT ",
        "FOR i FROM 1 UPTO n REP _i Ai PER IF n >= 2 THEN A FI ",
        60_000,
    ) + "ENDREP";
    let broken = filled("n >= 1 { n } REPEAT ", "FOR ", 12_000);
    let taken = time(2, || {
        assert!(format(&valid).is_ok() && format(&broken).is_err());
        for text in [&valid, &broken] {
            outline(text, &Options::default());
        }
    });
    assert!(taken < Duration::from_millis(700), "{taken:?}");
}

/// One message for one line of keywords, and the rest of a long text is not guessed at.
#[test]
fn a_line_of_keywords_is_one_mistake() {
    for size in [12_000, 120_000] {
        let lowered = parse(&filled("", "FOR ", size), &Options::default());
        let messages: Vec<_> = lowered.diagnostics.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(messages, ["a variable is missing in the head of a loop"]);
    }
    // Each of many slips is mended, as far as it is asked what was meant; then the limit is named.
    let text = filled(BEFORE[3], "A^n\n", 4_000) + "ENDREP";
    let found = parse(&text, &Options::default()).diagnostics;
    let [first, rest @ ..] = found.as_slice() else { panic!("nothing is wrong") };
    assert_eq!(first.edits.len(), 100 + text.len() / 64);
    let limit = format!(
        "limit: places of this text at which it is asked what was meant, {}",
        100 + text.len() / 64
    );
    let is_limited =
        |it: &Diagnostic| it.code == Code::TooManyFindings || it.notes.contains(&limit);
    assert!(rest.len() > 100 && rest.iter().all(is_limited));
    // Nothing that is wrong is passed over for it.
    let mut last = filled(BEFORE[3], "A A A A A A A A A\n", 40_000);
    last += "FOR ENDREP";
    assert!(parse(&last, &Options::default()).description.is_none());
    let names = filled("", "A B\n", 40_000);
    let found = parse(&(names + "n ? {"), &Options::default());
    assert!(found.description.is_none() && !found.diagnostics.is_empty());
}

#[test]
fn reading_stops_where_it_is_asked_to() {
    let stop = CancellationToken::default();
    let right = "n >= 1 { n } REPEAT _n An ENDREP";
    assert!(
        parse_until(right, &Options::default(), &stop).is_ok_and(|it| it.description.is_some())
    );
    stop.request();
    // Pieces that expand to millions of words.
    let mut text = String::from("n >= 1 { n }\nDEF aa0() _ A END\n");
    for level in 1..22 {
        text += &format!("DEF aa{level}() aa{}() aa{}() END\n", level - 1, level - 1);
    }
    text += "REPEAT aa21() ENDREP";
    for text in [text, filled("", "FOR ", 1 << 22), filled(BEFORE[3], "_n An ", 1 << 22)] {
        let taken = time(1, || {
            let read = parse_until(&text, &Options::default(), &stop);
            assert_eq!(read.err(), Some(Limit::STOPPED));
        });
        assert!(taken < Duration::from_millis(100), "{taken:?}");
    }
}
