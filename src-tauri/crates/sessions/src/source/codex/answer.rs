//! What a tool of Codex answered, without what Codex puts around it.
//!
//! Recorded with 0.144.0 and 0.169.0 (`exec_command`); read from logs of 0.118 on (`shell` with JSON around the
//! output), and from fixtures of others for scripts that run several commands (`exec`).

use skills::ReadStep;

use crate::members::Members;

/// A tool's answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Answer {
    /// What was printed, one piece for every command a script ran; one for everything else.
    pub pieces: Vec<Piece>,
    pub exit_code: Option<i64>,
    pub ok: Option<bool>,
}

/// What one command printed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Piece {
    pub text: String,
    pub exit_code: Option<i64>,
    /// Something of it was left out.
    pub is_cut: bool,
    /// What was taken off to get the text.
    pub steps: Vec<ReadStep>,
}

const HEADER: ReadStep = ReadStep::OutputHeader;
const OBJECT: ReadStep = ReadStep::Output;

impl Answer {
    /// The answer of an output item.
    pub fn of(item: &Members<'_>) -> Self {
        let mut answer = match item.text("output") {
            Some(text) => Self { pieces: vec![Piece::of(text)], ..Self::default() },
            None => match item.object("output") {
                Some(object) => Self {
                    ok: object.flag("success"),
                    pieces: vec![Piece::of(object.text("content").unwrap_or_default())],
                    ..Self::default()
                },
                None => Self { pieces: pieces(item), ..Self::default() },
            },
        };
        answer.exit_code =
            answer.pieces.iter().filter_map(|piece| piece.exit_code).max_by_key(|code| *code != 0);
        answer.ok = answer.ok.or(answer.exit_code.map(|code| code == 0));
        answer
    }

    /// Everything that was printed.
    pub fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

/// The pieces of an answer that is a list of texts. A script's begins with how the script ended.
fn pieces(item: &Members<'_>) -> Vec<Piece> {
    let mut texts: Vec<String> = item.objects("output").iter().filter_map(|item| item.text("text")).collect();
    if texts.len() > 1 && texts[0].starts_with("Script ") && texts[0].trim_end().ends_with("Output:") {
        texts.remove(0);
    }
    texts.into_iter().map(Piece::of).collect()
}

impl Piece {
    fn of(text: String) -> Self {
        let piece = Self::object(&text).or_else(|| Self::headed(&text));
        let mut piece = piece.unwrap_or(Self { text, ..Self::default() });
        let is_marked = |start: &str, end: &str| {
            piece
                .text
                .match_indices(start)
                .any(|(at, _)| piece.text[at..].chars().take(60).collect::<String>().contains(end))
        };
        piece.is_cut |= is_marked("…", " truncated…") || is_marked("[... omitted ", " ...]");
        piece
    }

    /// A text that is the JSON of the output with what became of the command.
    fn object(text: &str) -> Option<Self> {
        let object = Members::read(text).filter(|object| object.raw("output").is_some())?;
        let code = object.object("metadata").and_then(|metadata| metadata.whole("exit_code"));
        Some(Self {
            text: object.text("output")?,
            exit_code: code.or(object.whole("exit_code")),
            is_cut: object.raw("session_id").is_some_and(|id| id != "null"),
            steps: vec![OBJECT],
        })
    }

    /// A text with lines above the output, the last of them `Output:`.
    fn headed(text: &str) -> Option<Self> {
        const HEADS: [&str; 5] = [
            "Chunk ID: ",
            "Wall time: ",
            "Original token count: ",
            "Total output lines: ",
            "Process running ",
        ];
        let mut piece = Self { steps: vec![HEADER], ..Self::default() };
        let mut rest = text;
        // 0.118 tells the command first, which may have several lines.
        if text.starts_with("Command: ") {
            rest = &text[text.find("\nChunk ID: ").or_else(|| text.find("\nWall time: "))? + 1..];
        }
        while let Some((line, after)) = rest.split_once('\n') {
            rest = after;
            if line == "Output:" {
                piece.text = rest.to_owned();
                return Some(piece);
            }
            let code =
                line.strip_prefix("Process exited with code ").or_else(|| line.strip_prefix("Exit code: "));
            match code {
                Some(code) => piece.exit_code = code.trim().parse().ok(),
                None if HEADS.iter().any(|head| line.starts_with(head)) => {
                    piece.is_cut |=
                        line.starts_with("Total output lines: ") || line.starts_with("Process running ");
                }
                None => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Answer;
    use crate::members::Members;

    fn answer(item: &str) -> Answer {
        Answer::of(&Members::read(item).expect("an object"))
    }

    #[test]
    fn the_output_is_what_the_command_printed() {
        for (item, text, code) in [
            (
                r#"{"output":"Chunk ID: 1\nWall time: 0.0 seconds\nProcess exited with code 0\nOutput:\na\n"}"#,
                "a\n",
                Some(0),
            ),
            (
                r#"{"output":"Command: /bin/zsh -lc \"cat\na\"\nChunk ID: 1\nWall time: 0.0 seconds\nProcess exited with code 0\nOutput:\na\n"}"#,
                "a\n",
                Some(0),
            ),
            (r#"{"output":"Exit code: 2\nWall time: 1 seconds\nOutput:\nOutput:\n"}"#, "Output:\n", Some(2)),
            (
                r#"{"output":"{\"output\":\"a\\n\",\"metadata\":{\"exit_code\":1,\"duration_seconds\":0.1}}"}"#,
                "a\n",
                Some(1),
            ),
            (r#"{"output":"plain"}"#, "plain", None),
            (r#"{"output":{"content":"c","success":true}}"#, "c", None),
            (
                r#"{"output":[{"type":"input_text","text":"Script completed\nOutput:\n"},{"type":"input_text","text":"{\"output\":\"a\",\"exit_code\":0}"}]}"#,
                "a",
                Some(0),
            ),
            (r#"{"output":7}"#, "", None),
            ("{}", "", None),
        ] {
            let answer = answer(item);
            assert_eq!((answer.text().as_str(), answer.exit_code), (text, code), "{item}");
        }
    }

    #[test]
    fn what_was_left_out_is_noticed() {
        for item in [
            r#"{"output":"Exit code: 0\nWall time: 1 seconds\nTotal output lines: 900\nOutput:\na"}"#,
            r#"{"output":"Exit code: 0\nWall time: 1 seconds\nOutput:\na…1200 tokens truncated…b"}"#,
            r#"{"output":"Chunk ID: 1\nWall time: 0 seconds\nProcess running with session ID 7\nOutput:\na"}"#,
        ] {
            assert!(answer(item).pieces[0].is_cut, "{item}");
        }
        assert!(!answer(r#"{"output":"Exit code: 0\nOutput:\nthree … dots"}"#).pieces[0].is_cut);
    }
}
