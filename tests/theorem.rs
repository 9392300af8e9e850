//! Theorems from descriptions.

use grundy::lang;
use grundy::model::Alphabet;
use grundy::theorem::{Options, theorem};

#[test]
fn show() {
    let mut names: Vec<_> = std::fs::read_dir("descriptions/subtraction").unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    for path in names {
        let text = std::fs::read_to_string(&path).unwrap();
        let description = lang::parse(&text, &Default::default()).description.unwrap();
        for values in [Alphabet::Nim, Alphabet::Outcome] {
            if values == Alphabet::Nim && description.alphabet == Alphabet::Outcome { continue; }
            let start = std::time::Instant::now();
            let result = theorem(&description, &Options { values: Some(values), ..Default::default() });
            println!("{} {values} {:?}", path.display(), start.elapsed());
            match result {
                Err(error) => println!("   {error}"),
                Ok(theorem) => {
                    for (what, pieces) in [("p", &theorem.period), ("q", &theorem.preperiod), ("body", &theorem.body), ("before", &theorem.before)] {
                        for piece in pieces {
                            println!("   {what} = {} when {}", piece.formula(&theorem.parameters), piece.when(&theorem.parameters));
                        }
                    }
                    println!("   least {} {} compared {} cases {}", theorem.period_is_least(), theorem.preperiod_is_least(), theorem.compared.len(), theorem.cases.len());
                    for (_, found) in &theorem.cases { println!("     {:?}", found.evidence.as_ref().map(|e| match e { grundy::theorem::Evidence::Pattern(l) => l.iter().map(|(d,v)| format!("{}:{}", v.0, d.display(&theorem.parameters))).collect::<Vec<_>>().join(" "), other => format!("{other:?}") })); }
                }
            }
        }
    }
}
