//! Programs that look at files and folders.

use message::{Template, template};

use super::program::{DIGITS, GNU, NOTHING, Operands, Options, Program};

const NAMES_FROM: Template = template!("reads the names of files from a file, so what is read is not known");
const LINKS: Template = template!("follows links, which may lead outside the workspace");

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        name: "ls",
        options: &[
            &Options {
                alone: "-a -A -b -B -c -C -d -D -f -F -g -G -h -i -k -l -m -n -N -o -p -q -Q -r -R -s -S -t -u -U -v \
                        -x -X -Z -1 --all --almost-all --author --escape --ignore-backups --directory --dired \
                        --no-group --human-readable --si --inode --kibibytes --numeric-uid-gid --literal \
                        --hide-control-chars --show-control-chars --quote-name --reverse --recursive --size \
                        --context --zero --file-type --group-directories-first --full-time",
                text: "-I -T -w --ignore --hide --tabsize --width --block-size --format --sort --time --time-style \
                       --quoting-style --indicator-style",
                attached: "--color --classify --hyperlink",
                never: &[(
                    "-L -H --dereference --dereference-command-line --dereference-command-line-symlink-to-dir",
                    LINKS,
                )],
                ..NOTHING
            },
            &GNU,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "cat",
        options: &[
            &Options {
                alone: "-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number \
                        --squeeze-blank --show-tabs --show-nonprinting",
                ..NOTHING
            },
            &GNU,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "head",
        options: &[
            &Options {
                alone: "-q -v -z --quiet --silent --verbose --zero-terminated",
                text: "-n -c --lines --bytes",
                ..NOTHING
            },
            &DIGITS,
            &GNU,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "tail",
        options: &[
            &Options {
                alone: "-q -v -z -r --quiet --silent --verbose --zero-terminated",
                text: "-n -c --lines --bytes",
                never: &[(
                    "-f -F --follow --retry --pid -s --sleep-interval",
                    template!(
                        "waits for more and never ends by itself; it would only be stopped by its time limit"
                    ),
                )],
                ..NOTHING
            },
            &DIGITS,
            &GNU,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "wc",
        options: &[
            &Options {
                alone: "-c -m -l -L -w --bytes --chars --lines --max-line-length --words",
                text: "--total",
                never: &[("--files0-from", NAMES_FROM)],
                ..NOTHING
            },
            &GNU,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "tree",
        options: &[
            &Options {
                alone: "-a -d -f -x -i -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -S -A -n -C -X -J --help \
                        --version --du --si --prune --dirsfirst --filesfirst --noreport --inodes --device \
                        --matchdirs --ignore-case --gitignore --metafirst --nolinks --fflinks --hintro --houtro",
                text: "-L -P -I --filelimit --timefmt --charset --sort",
                never: &[
                    ("-o", template!("writes a file")),
                    ("-R", template!("may write a file in every folder")),
                    ("-l", LINKS),
                    ("--fromfile --fromtabfile --gitfile --infofile", template!("reads a list from a file")),
                ],
                ..NOTHING
            },
            &DIGITS,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "stat",
        options: &[
            &Options {
                alone: "-L -f -t -x -s -r -n -q -l --dereference --file-system --terse",
                text: "-c --format --printf --cached",
                ..NOTHING
            },
            &GNU,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "file",
        options: &[
            &Options {
                alone: "-b -d -E -h -i -I -k -L -l -n -N -r -v -0 --brief --no-dereference --dereference --mime \
                        --mime-type --mime-encoding --keep-going --no-buffer --no-pad --raw --extension --apple \
                        --print0 --debug",
                text: "-e -F -P --exclude --exclude-quiet --separator --parameter",
                path: "-m --magic-file",
                never: &[
                    ("-C --compile", template!("writes a compiled file of patterns")),
                    ("-p --preserve-date", template!("sets the times of the file")),
                    ("-f --files-from", NAMES_FROM),
                    ("-z -Z --uncompress --uncompress-noreport", template!("runs programs that unpack")),
                    ("-s --special-files", template!("reads devices")),
                    ("-S --no-sandbox", template!("lifts the program's own confinement")),
                ],
                ..NOTHING
            },
            &GNU,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "realpath",
        options: &[
            &Options {
                alone: "-e -E -m -L -P -q -s -z --canonicalize --canonicalize-existing --canonicalize-missing \
                        --logical --physical --quiet --strip --no-symlinks --zero",
                path: "--relative-to --relative-base",
                ..NOTHING
            },
            &GNU,
        ],
        operands: Operands::Paths,
    },
];
