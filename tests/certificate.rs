//! Certificates: what is proved can be checked, and what was changed is not accepted.

use grundy::certificate::{Certificate, Header, Kind, Shown};
use grundy::chain::Record;
use grundy::ilp::BackendKind;
use grundy::lang;
use grundy::model::Description;
use grundy::verify::{Options, certify};
use sha2::{Digest, Sha256};
use std::io::Write;
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn digest(source: &str) -> String {
    Sha256::digest(source).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn certificate(source: &str, description: &Description, backend: BackendKind) -> Vec<u8> {
    let header = Header {
        kind: Kind::Proof,
        digest: digest(source),
        alphabet: description.alphabet,
        piece: description.is_piece(),
    };
    let out = Shared::default();
    let record = Record::new(Box::new(out.clone()), &header.to_string());
    let options = Options { backend, ..Options::default() };
    let (_, written) = certify(description, source, &options, record);
    written.unwrap();
    let bytes = out.0.lock().unwrap().clone();
    bytes
}

#[test]
fn every_verified_description_has_one() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/descriptions/subtraction");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.extension().is_none_or(|it| it != "nimseq") {
            continue;
        }
        let source = std::fs::read_to_string(&path).unwrap();
        let description = lang::parse(&source, &Default::default()).description.unwrap();
        for backend in BackendKind::ALL {
            let time = std::time::Instant::now();
            let bytes = certificate(&source, &description, backend);
            let wrote = time.elapsed();
            let time = std::time::Instant::now();
            let shown = Certificate::open(&bytes[..])
                .and_then(|it| it.check(&description, &digest(&source), None));
            println!("{} {backend}: {} bytes, {wrote:?}, {:?}", path.display(), bytes.len(), time.elapsed());
            match shown {
                Ok(Shown::Proved(checked)) => println!("  {checked:?}"),
                other => { std::fs::write("/tmp/bad.cert", &bytes).unwrap(); panic!("{other:?}") },
            }
        }
    }
}
