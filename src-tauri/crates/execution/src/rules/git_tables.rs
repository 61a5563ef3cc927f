//! The commands of git that only read, and the options with which they do.

use message::{Template, template};

use super::program::{DIGITS, NOTHING, Operands, Options, Program};

const RUNS: Template = template!("runs a program that the repository may name");
const STDIN: Template = template!("takes names from its input, so what is read is not known");
const FOLLOWS: Template =
    template!("looks into repositories within this one, and their settings count there");

/// How differences are shown.
const DIFF: Options = Options {
    alone: "-p -u -s -z -w -b -a -R -W --patch --no-patch --raw --patch-with-raw --numstat --shortstat \
            --compact-summary --summary --patch-with-stat --name-only --name-status --no-renames --check \
            --full-index --binary --text --minimal --patience --histogram --ignore-all-space \
            --ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines \
            --function-context --no-ext-diff --no-textconv --no-color --no-prefix --default-prefix --pickaxe-all \
            --pickaxe-regex --find-copies-harder --rename-empty --no-rename-empty --no-relative --no-indent-heuristic \
            --indent-heuristic --no-color-moved --irreversible-delete -D --cumulative --cc",
    text: "-S -G -I --ignore-matching-lines --diff-filter --diff-algorithm --src-prefix --dst-prefix --line-prefix \
           --anchored --ws-error-highlight --find-object --inter-hunk-context --stat-width --stat-name-width \
           --stat-graph-width --stat-count --skip-to --rotate-to --output-indicator-new --output-indicator-old \
           --output-indicator-context --color-moved-ws --word-diff-regex",
    attached: "-U --unified --stat --dirstat -X -M -C -B -l --find-renames --find-copies --break-rewrites --abbrev \
               --color --color-words --color-moved --word-diff --relative",
    path: "-O",
    never: &[
        ("--ignore-submodules", FOLLOWS),
        ("--output -o", template!("writes a file")),
        ("--ext-diff --textconv", RUNS),
        ("--submodule", FOLLOWS),
        ("--no-index", template!("compares any two files, with the programs the settings name")),
    ],
};

/// Which commits are shown.
const COMMITS: Options = Options {
    alone: "-i -E -F -P -g --all --merges --no-merges --first-parent --reverse --follow --topo-order --date-order --author-date-order --left-right --left-only --right-only --cherry \
            --cherry-mark --cherry-pick --boundary --simplify-merges --simplify-by-decoration --full-history --dense \
            --sparse --show-pulls --walk-reflogs --regexp-ignore-case --extended-regexp \
            --fixed-strings --perl-regexp --basic-regexp --invert-grep --all-match --not --reflog --no-min-parents \
            --no-max-parents --remove-empty --full-diff --exclude-first-parent-only --unpacked --merge --bisect",
    text: "-n --max-count --skip --since --after --until --before --author --committer --grep --grep-reflog \
           --min-parents --max-parents --since-as-filter --max-age --min-age --exclude",
    attached: "--branches --tags --remotes --glob --no-walk --ancestry-path",
    never: &[("--stdin", STDIN), ("--alternate-refs", RUNS)],
    ..NOTHING
};

/// How commits are shown.
const PRETTY: Options = Options {
    alone: "--oneline --graph --no-decorate --abbrev-commit --no-abbrev-commit --no-abbrev --parents --children \
            --no-notes --relative-date --source --use-mailmap --no-use-mailmap --mailmap --no-mailmap --log-size \
            --no-graph --no-color --root -m -c --cc --no-expand-tabs --no-encode-email-headers --show-linear-break \
            --clear-decorations",
    text: "--date --encoding --decorate-refs --decorate-refs-exclude -L",
    attached: "--decorate --format --pretty --abbrev --notes --show-notes --color --expand-tabs \
               --show-linear-break",
    never: &[
        (
            "--diff-merges --remerge-diff",
            template!("may write merges that were never made; `-m`, `-c` and `--cc` only read"),
        ),
        ("--show-signature", template!("checks signatures, with a program the repository may name")),
    ],
    ..NOTHING
};

/// Which references are shown, and how.
const REFS: Options = Options {
    alone: "--ignore-case --no-column --no-color --omit-empty",
    text: "--sort --format --points-at --contains --no-contains --merged --no-merged",
    attached: "--column --color --abbrev",
    ..NOTHING
};

const PATHSPECS: Options = Options {
    never: &[("--pathspec-from-file --pathspec-file-nul --exclude-per-directory", STDIN)],
    ..NOTHING
};

pub(super) const COMMANDS: &[Program] = &[
    Program {
        name: "git status",
        options: &[
            &Options {
                alone: "-s -b -z --short --branch --long --ahead-behind --no-ahead-behind --renames --no-renames \
                        --show-stash --no-column",
                attached: "-u -M --porcelain --untracked-files --ignored --find-renames --column",
                never: &[
                    ("--ignore-submodules", FOLLOWS),
                    ("-v --verbose", template!("shows differences, with programs the repository may name")),
                ],
                ..NOTHING
            },
            &PATHSPECS,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "git diff",
        options: &[
            &Options {
                alone: "--cached --staged --merge-base --exit-code --quiet --base --ours --theirs",
                ..NOTHING
            },
            &DIFF,
        ],
        operands: Operands::Paths,
    },
    Program { name: "git log", options: &[&COMMITS, &PRETTY, &DIFF, &DIGITS], operands: Operands::Paths },
    Program { name: "git show", options: &[&COMMITS, &PRETTY, &DIFF, &DIGITS], operands: Operands::Paths },
    Program {
        name: "git shortlog",
        options: &[
            &Options {
                alone: "-n -s -e -c --numbered --summary --email --committer",
                text: "--group",
                attached: "-w",
                ..NOTHING
            },
            &COMMITS,
            &PRETTY,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "git rev-list",
        options: &[
            &Options {
                alone: "--count --objects --objects-edge --header --timestamp --no-commit-header -t",
                ..NOTHING
            },
            &COMMITS,
            &PRETTY,
            &DIGITS,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "git reflog",
        options: &[&COMMITS, &PRETTY, &DIFF, &DIGITS],
        operands: Operands::No(template!(
            "may change the record of what references were; `git reflog show` only reads"
        )),
    },
    Program {
        name: "git reflog show",
        options: &[&COMMITS, &PRETTY, &DIFF, &DIGITS],
        operands: Operands::Paths,
    },
    Program {
        name: "git stash list",
        options: &[&COMMITS, &PRETTY, &DIFF, &DIGITS],
        operands: Operands::Paths,
    },
    Program {
        name: "git stash show",
        options: &[&Options { alone: "--include-untracked --only-untracked", ..NOTHING }, &DIFF],
        operands: Operands::Paths,
    },
    Program {
        name: "git blame",
        options: &[
            &Options {
                alone: "-l -t -s -f -n -e -p -w -c -b --porcelain --line-porcelain --show-name --show-number \
                        --show-email --root --incremental --show-stats --progress --no-progress --minimal \
                        --no-textconv --first-parent --reverse",
                text: "-L --since --date --ignore-rev --encoding",
                attached: "-M -C --abbrev",
                path: "-S --contents --ignore-revs-file",
                never: &[("--textconv --ext-diff", RUNS), ("--output", template!("writes a file"))],
            },
            &NOTHING,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "git grep",
        options: &[
            &Options {
                alone: "-a -i -I -w -v -h -H -E -G -F -P -n -l -L -z -o -c -p -W -q -r --text --ignore-case \
                        --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --fixed-strings \
                        --perl-regexp --line-number --column --files-with-matches --name-only \
                        --files-without-match --null --only-matching --count --no-color --break --heading \
                        --show-function --function-context --quiet --all-match --and --or --not --cached \
                        --exclude-standard --recursive --no-recursive --no-textconv",
                text: "-e -A -B -C -m --max-depth --max-count --threads --after-context --before-context --context",
                attached: "--color",
                path: "-f",
                never: &[
                    ("-O --open-files-in-pager", template!("runs a pager")),
                    ("--textconv", RUNS),
                    ("--recurse-submodules", FOLLOWS),
                    (
                        "--no-index --untracked --no-exclude-standard",
                        template!("searches outside of what git keeps"),
                    ),
                ],
            },
            &DIGITS,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "git branch",
        options: &[
            &Options {
                alone: "-a -r -v -i --all --remotes --verbose --show-current --list",
                never: &[
                    ("-d -D --delete", template!("deletes branches")),
                    ("-m -M --move -c -C --copy", template!("moves or copies branches")),
                    (
                        "-u --set-upstream-to --unset-upstream -t --track --no-track",
                        template!("changes what a branch follows"),
                    ),
                    ("--edit-description", template!("runs an editor")),
                    ("-f --force -l --create-reflog", template!("makes branches")),
                ],
                ..NOTHING
            },
            &REFS,
        ],
        operands: Operands::With(
            &["--list"],
            template!("makes or moves a branch; with `--list` it would only read"),
        ),
    },
    Program {
        name: "git tag",
        options: &[
            &Options {
                alone: "-i -l --list",
                attached: "-n",
                never: &[
                    ("-d --delete", template!("deletes tags")),
                    ("-v --verify", template!("checks signatures, with a program the repository may name")),
                    (
                        "-a -s -u -m -F -e -f --annotate --sign --local-user --message --file --edit --force",
                        template!("makes tags"),
                    ),
                ],
                ..NOTHING
            },
            &REFS,
        ],
        operands: Operands::With(
            &["-l", "--list"],
            template!("makes a tag; with `--list` it would only read"),
        ),
    },
    Program {
        name: "git for-each-ref",
        options: &[&Options { text: "--count --exclude", ..NOTHING }, &REFS],
        operands: Operands::Paths,
    },
    Program {
        name: "git show-ref",
        options: &[&Options {
            alone: "-d -q --head --heads --branches --tags --dereference --verify --quiet --exists",
            attached: "-s --hash --abbrev",
            never: &[("--exclude-existing", STDIN)],
            ..NOTHING
        }],
        operands: Operands::Paths,
    },
    Program {
        name: "git rev-parse",
        options: &[&Options {
            alone: "-q --verify --quiet --symbolic --symbolic-full-name --all --not --show-toplevel --git-dir \
                    --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir \
                    --is-bare-repository --is-shallow-repository --show-prefix --show-cdup \
                    --show-superproject-working-tree --end-of-options --revs-only --no-revs --flags --no-flags --sq",
            text: "--default --git-path --prefix",
            attached: "--short --abbrev-ref --branches --tags --remotes --glob --exclude --since --after --until \
                       --before --disambiguate --path-format --show-object-format",
            never: &[("--parseopt", STDIN), ("--resolve-git-dir", template!("reads another repository"))],
            ..NOTHING
        }],
        operands: Operands::Paths,
    },
    Program {
        name: "git merge-base",
        options: &[&Options {
            alone: "-a --all --octopus --independent --is-ancestor --fork-point",
            ..NOTHING
        }],
        operands: Operands::Paths,
    },
    Program {
        name: "git name-rev",
        options: &[&Options {
            alone: "--tags --all --name-only --always --undefined --no-undefined",
            text: "--refs --exclude",
            never: &[("--stdin --annotate-stdin", STDIN)],
            ..NOTHING
        }],
        operands: Operands::Paths,
    },
    Program {
        name: "git describe",
        options: &[&Options {
            alone: "--tags --all --long --contains --always --first-parent --exact-match --debug",
            text: "--match --exclude --candidates",
            attached: "--abbrev",
            never: &[(
                "--dirty --broken",
                template!(
                    "compares every file, in repositories within this one too, and writes down what it learned"
                ),
            )],
            ..NOTHING
        }],
        operands: Operands::Paths,
    },
    Program {
        name: "git ls-files",
        options: &[
            &Options {
                alone: "-c -d -m -o -i -s -u -k -t -v -f -z --cached --deleted --modified --others --ignored --stage \
                        --unmerged --killed --exclude-standard --full-name --error-unmatch --eol --deduplicate \
                        --directory --no-empty-directory --debug --sparse",
                text: "-x --exclude --format --with-tree",
                attached: "--abbrev",
                path: "-X --exclude-from",
                never: &[("--recurse-submodules", FOLLOWS)],
            },
            &PATHSPECS,
        ],
        operands: Operands::Paths,
    },
    Program {
        name: "git ls-tree",
        options: &[&Options {
            alone: "-d -r -t -l -z --name-only --name-status --long --full-name --full-tree --object-only",
            text: "--format",
            attached: "--abbrev",
            ..NOTHING
        }],
        operands: Operands::Paths,
    },
    Program {
        name: "git cat-file",
        options: &[&Options {
            alone: "-t -s -e -p --use-mailmap --no-use-mailmap --mailmap --no-mailmap",
            never: &[
                ("--textconv --filters", RUNS),
                ("--batch --batch-check --batch-command --batch-all-objects", STDIN),
            ],
            ..NOTHING
        }],
        operands: Operands::Paths,
    },
    Program {
        name: "git count-objects",
        options: &[&Options { alone: "-v -H --verbose --human-readable", ..NOTHING }],
        operands: Operands::No(template!("is not a question `git count-objects` knows")),
    },
    Program {
        name: "git remote",
        options: &[&Options { alone: "-v --verbose", ..NOTHING }],
        operands: Operands::No(template!("changes the remote repositories or asks one over the network")),
    },
    Program {
        name: "git remote get-url",
        options: &[&Options { alone: "--push --all", ..NOTHING }],
        operands: Operands::Paths,
    },
    Program {
        name: "git worktree list",
        options: &[&Options { alone: "-v -z --verbose --porcelain", ..NOTHING }],
        operands: Operands::No(template!("is not a question `git worktree list` knows")),
    },
    Program {
        name: "git version",
        options: &[&Options { alone: "--build-options", ..NOTHING }],
        operands: Operands::No(template!("is not a question `git version` knows")),
    },
];

/// Commands of git that do more than read, and what they do.
pub(super) const WRITERS: &[(&str, Template)] = &[
    ("push send-pack", template!("sends commits to another repository")),
    (
        "fetch pull clone ls-remote fetch-pack remote-http remote-https",
        template!("talks to another repository"),
    ),
    (
        "commit commit-tree merge rebase cherry-pick revert am citool gui",
        template!("makes commits, and runs hooks"),
    ),
    (
        "reset checkout switch restore stash apply clean rm mv read-tree checkout-index",
        template!("changes the files"),
    ),
    ("add update-index write-tree sparse-checkout", template!("changes what the next commit holds")),
    ("init worktree submodule subtree bundle archive format-patch", template!("writes files")),
    ("notes replace update-ref symbolic-ref pack-refs bisect refs", template!("changes references")),
    (
        "gc maintenance prune repack prune-packed multi-pack-index commit-graph fsck rerere",
        template!("rewrites what is stored"),
    ),
    ("hash-object mktag mktree unpack-objects fast-import index-pack", template!("writes objects")),
    ("filter-branch fast-export", template!("goes through the whole history, and may run programs")),
    (
        "difftool mergetool help web--browse instaweb send-email credential hook daemon shell",
        template!("runs other programs"),
    ),
    ("config", template!("changes settings")),
    ("verify-commit verify-tag", template!("checks signatures, with a program the repository may name")),
];
