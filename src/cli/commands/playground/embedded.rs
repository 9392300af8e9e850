//! The page that is part of the program.

use super::http::{Page, ServedFile, kind};
use std::path::Path;

/// The files of the page, except its engine.
const FILES: [(&str, &str); 17] = [
    ("colours.js", include_str!("page/colours.js")),
    ("dom.js", include_str!("page/dom.js")),
    ("drafts.js", include_str!("page/drafts.js")),
    ("editor.js", include_str!("page/editor.js")),
    ("engine.js", include_str!("page/engine.js")),
    ("findings.js", include_str!("page/findings.js")),
    ("games.js", include_str!("page/games.js")),
    ("index.html", include_str!("page/index.html")),
    ("main.js", include_str!("page/main.js")),
    ("offline.js", include_str!("page/offline.js")),
    ("picture.js", include_str!("page/picture.js")),
    ("proofs.js", include_str!("page/proofs.js")),
    ("state.js", include_str!("page/state.js")),
    ("style.css", include_str!("page/style.css")),
    ("theorem.js", include_str!("page/theorem.js")),
    ("wasi.js", include_str!("page/wasi.js")),
    ("worker.js", include_str!("page/worker.js")),
];

/// The engine, compressed by gzip; empty if it was not built before this program.
const ENGINE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm.gz"));

/// The page, if it has an engine.
pub fn page() -> Option<Page> {
    whole(ENGINE)
}

fn whole(engine: &[u8]) -> Option<Page> {
    let text = |&(name, text): &(&str, &str)| {
        let data = text.as_bytes().to_vec();
        (name.to_owned(), ServedFile { data, kind: kind(Path::new(name)), is_compressed: false })
    };
    let mut page: Page = FILES.iter().map(text).collect();
    let data = (!engine.is_empty()).then(|| engine.to_vec())?;
    let name = "engine.wasm";
    let engine = ServedFile { data, kind: kind(Path::new(name)), is_compressed: true };
    page.insert(name.to_owned(), engine);
    Some(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    #[test]
    fn the_page_in_the_program_is_the_whole_page() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/packages/playground/page"));
        let names = fs::read_dir(folder).unwrap().map(|it| it.unwrap().file_name());
        let mut names: BTreeSet<_> = names.map(|name| name.into_string().unwrap()).collect();
        let page = whole(b"engine").unwrap();
        for name in &names {
            assert_eq!(page[name].data, fs::read(folder.join(name)).unwrap(), "{name}");
        }
        names.insert("engine.wasm".to_owned());
        assert_eq!(page.keys().cloned().collect::<BTreeSet<_>>(), names);
        assert!(
            page["engine.wasm"].is_compressed && page["engine.wasm"].kind == "application/wasm"
        );
        assert!(whole(b"").is_none());
        assert!(ENGINE.is_empty() || ENGINE.starts_with(&[0x1f, 0x8b]), "not compressed by gzip");
    }
}
