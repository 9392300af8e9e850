//! The description language.
use grundy::lang::{Options, parse};

#[test]
fn published_descriptions_are_read() {
    for entry in
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction")).unwrap()
    {
        let path = entry.unwrap().path();
        let source = std::fs::read_to_string(&path).unwrap();
        let lowered = parse(&source, &Options::default());
        assert_eq!(lowered.diagnostics, [], "{path:?}");
        println!("{path:?} {:#?}", lowered.description.unwrap().blocks.len());
    }
}
