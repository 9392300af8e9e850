//! The engine of the playground as a program: a question on standard input, its answer on standard output.

use grundy_playground::reply;
use std::io::{self, Read as _, Write as _};

fn main() -> io::Result<()> {
    let mut question = String::new();
    io::stdin().read_to_string(&mut question)?;
    writeln!(io::stdout(), "{}", reply(&question))
}
