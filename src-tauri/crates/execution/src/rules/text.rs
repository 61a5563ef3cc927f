//! Programs that search, sort and compare text.

use message::{Template, template};

use super::program::{DIGITS, GNU, NOTHING, Operands, Options, Program};

const NAMES_FROM: Template = template!("reads the names of files from a file, so what is read is not known");
const LINKS: Template = template!("follows links, which may lead outside the workspace");

pub(super) const PROGRAMS: &[Program] = &[
    Program {
        name: "grep",
        options: &[
            &Options {
                alone: "-a -b -c -E -F -G -h -H -i -I -l -L -n -o -P -q -r -s -T -U -v -w -x -y -z -Z \
                        --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case \
                        --no-ignore-case --word-regexp --line-regexp --null-data --null --no-messages \
                        --invert-match --byte-offset --line-number --line-buffered --with-filename --no-filename \
                        --only-matching --quiet --silent --text --files-without-match --files-with-matches \
                        --count --initial-tab --binary --recursive --no-group-separator",
                text: "-e -m -A -B -C -D -d --regexp --max-count --label --binary-files --directories --devices \
                       --include --exclude --exclude-dir --context --after-context --before-context \
                       --group-separator",
                attached: "--color --colour",
                path: "-f --file --exclude-from",
                never: &[("-R -S --dereference-recursive", LINKS)],
            },
            &DIGITS,
            &GNU,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "rg",
        options: &[
            &Options {
                alone: "-a -c -F -h -H -i -I -l -n -N -o -p -P -q -s -S -u -U -v -V -w -x -0 -. --text --count \
                        --count-matches --fixed-strings --with-filename --no-filename --ignore-case \
                        --case-sensitive --smart-case --files --files-with-matches --files-without-match \
                        --line-number --no-line-number --only-matching --pretty --pcre2 --quiet --unrestricted \
                        --multiline --multiline-dotall --invert-match --word-regexp --line-regexp --null --hidden \
                        --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global \
                        --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-messages --no-config \
                        --no-heading --heading --column --no-column --byte-offset --passthru --trim --vimgrep \
                        --json --stats --type-list --crlf --null-data --one-file-system --no-unicode --no-follow \
                        --glob-case-insensitive --include-zero --line-buffered --no-mmap --max-columns-preview \
                        --no-context-separator --stop-on-nonmatch --help --version",
                text: "-e -g -t -T -m -A -B -C -r -j -d -M -E --regexp --glob --iglob --type --type-not --type-add \
                       --type-clear --max-count --after-context --before-context --context --replace --threads \
                       --max-depth --max-filesize --max-columns --sort --sortr --color --colors --encoding \
                       --engine --context-separator --field-context-separator --field-match-separator \
                       --path-separator --dfa-size-limit --regex-size-limit",
                path: "-f --file --ignore-file",
                never: &[
                    ("--pre --pre-glob", template!("runs a program on every file")),
                    ("--hostname-bin", template!("runs a program")),
                    ("-z --search-zip", template!("runs programs that unpack")),
                    ("-L --follow", LINKS),
                    ("--hyperlink-format", template!("may run a program to learn the name of this machine")),
                    ("--generate", template!("is not a search")),
                ],
                ..NOTHING
            },
            &DIGITS,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "sort",
        options: &[
            &Options {
                alone: "-b -d -f -g -h -i -M -n -R -r -V -c -C -m -s -u -z --ignore-leading-blanks \
                        --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort \
                        --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --version-sort \
                        --merge --stable --unique --zero-terminated --debug",
                text: "-k -t -S --key --field-separator --buffer-size --parallel --batch-size --sort",
                attached: "--check",
                path: "--random-source",
                never: &[
                    ("-o --output", template!("writes a file")),
                    ("-T --temporary-directory", template!("writes files where it is told to")),
                    ("--compress-program", template!("runs a program")),
                    ("--files0-from", NAMES_FROM),
                ],
            },
            &GNU,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "uniq",
        options: &[
            &Options {
                alone: "-c -d -D -u -i -z --count --repeated --unique --ignore-case --zero-terminated",
                text: "-f -s -w --skip-fields --skip-chars --check-chars",
                attached: "--all-repeated --group",
                ..NOTHING
            },
            &GNU,
        ],
        operands: Operands::One(template!("writes the second file")),
    },
    Program {
        name: "diff",
        options: &[
            &Options {
                alone: "-q -s -c -u -e -n -y -p -t -T -N -P -i -E -Z -b -w -B -a -d -H --normal --brief \
                        --report-identical-files --ed --rcs --side-by-side --left-column \
                        --suppress-common-lines --show-c-function --expand-tabs --initial-tab \
                        --suppress-blank-empty --new-file --unidirectional-new-file --ignore-case \
                        --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space \
                        --ignore-blank-lines --text --strip-trailing-cr --minimal --speed-large-files \
                        --no-dereference --ignore-file-name-case --no-ignore-file-name-case",
                text: "-U -C -F -W -I -D -L --label --show-function-line --width --tabsize --ignore-matching-lines \
                       --ifdef --horizon-lines --line-format --old-line-format --new-line-format \
                       --unchanged-line-format --old-group-format --new-group-format --changed-group-format \
                       --unchanged-group-format",
                attached: "--unified --context --color",
                never: &[
                    ("-r --recursive", LINKS),
                    ("-l --paginate", template!("runs `pr`")),
                    ("--from-file --to-file", template!("compares with every file of a folder")),
                ],
                ..NOTHING
            },
            &DIGITS,
            &GNU,
        ],
        operands: Operands::Files,
    },
];
