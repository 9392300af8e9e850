//! The `grundy` command.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main().code().into()
}
