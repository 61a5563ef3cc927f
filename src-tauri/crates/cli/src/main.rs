//! The program `assay`.

fn main() -> std::process::ExitCode {
    cli::run()
}
