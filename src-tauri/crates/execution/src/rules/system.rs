//! Programs that say something about the system, or take texts and names apart.

use message::template;

use super::program::{GNU, NOTHING, Operands, Options, Program};

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        name: "pwd",
        options: &[&Options { alone: "-L -P --logical --physical", ..NOTHING }, &GNU],
        operands: Operands::Texts,
    },
    Program {
        name: "which",
        options: &[&Options { alone: "-a -s --all", ..NOTHING }, &GNU],
        operands: Operands::Paths,
    },
    Program {
        name: "whoami",
        options: &[&GNU],
        operands: Operands::No(template!("is not a question `whoami` knows")),
    },
    Program {
        name: "date",
        options: &[
            &Options {
                alone: "-u -R --utc --universal --uct --rfc-email --rfc-2822 --debug --resolution",
                text: "-d --date --rfc-3339",
                attached: "-I --iso-8601",
                path: "-r --reference",
                never: &[
                    ("-s --set", template!("sets the clock of this machine")),
                    ("-f --file", template!("reads dates from a file; on some systems it sets the clock")),
                    ("-n -j -v -t", template!("helps to set the clock on some systems")),
                ],
            },
            &GNU,
        ],
        operands: Operands::Each(|word| {
            if word.starts_with('+') { Ok(()) } else { Err(template!("sets the clock of this machine")) }
        }),
    },
    Program {
        name: "env",
        options: &[
            &Options {
                alone: "-i -0 --ignore-environment --null",
                text: "-u --unset",
                never: &[
                    ("-S --split-string", template!("runs whatever its text says")),
                    ("-C --chdir", template!("runs a program in another folder")),
                    ("-P", template!("runs a program found elsewhere")),
                    (
                        "--block-signal --default-signal --ignore-signal --list-signal-handling",
                        template!("changes what can stop the program it runs"),
                    ),
                    ("-v --debug", template!("runs another program")),
                ],
                ..NOTHING
            },
            &GNU,
        ],
        operands: Operands::Each(|word| match word.split_once('=') {
            Some((name, _)) if !name.is_empty() => Ok(()),
            _ => Err(template!("runs another program, with settings of its own")),
        }),
    },
    Program {
        name: "dirname",
        options: &[&Options { alone: "-z --zero", ..NOTHING }, &GNU],
        operands: Operands::Texts,
    },
    Program {
        name: "basename",
        options: &[&Options { alone: "-a -z --multiple --zero", text: "-s --suffix", ..NOTHING }, &GNU],
        operands: Operands::Texts,
    },
];
