//! The matrix of who wins as a table that a person may save: CSV for programs, Markdown for people.

use ::skills::{Cell, Convention, Matrix};
use ::workspace::Workspace;
use engine::{Roster, SkillStanding};

use super::{Name, SaveWinsAsk, WinsTableForm, face, matching, names};

/// The rows that the filter takes, every one of them, as text in a form. `roster` holds the skills made of code as well.
pub fn table_with(workspace: &Workspace, roster: &Roster, ask: &SaveWinsAsk) -> String {
    let wins = workspace.wins();
    let matrix: &Matrix = wins.matrix();
    let names = names(matrix, roster);
    let (contested, single) = matching(matrix, &names, &ask.text, &ask.only);
    let mut rows = vec![heads(matrix)];
    rows.extend(contested.iter().chain(&single).map(|name| cells(workspace, matrix, name)));
    match ask.form {
        WinsTableForm::Csv => csv(&rows),
        WinsTableForm::Markdown => markdown(&rows),
    }
}

fn heads(matrix: &Matrix) -> Vec<String> {
    let labels = matrix.rulings.iter().map(|ruling| ruling.convention.label().to_owned());
    std::iter::once("Name".to_owned()).chain(labels).collect()
}

fn cells(workspace: &Workspace, matrix: &Matrix, name: &Name<'_>) -> Vec<String> {
    let mut cells: Vec<String> = match name.row {
        Some(row) => row.cells.iter().map(|cell| told(workspace, matrix, cell)).collect(),
        None => matrix.rulings.iter().map(|_| "nothing".to_owned()).collect(),
    };
    let own = matrix.rulings.iter().position(|ruling| ruling.convention == Convention::Merged);
    if let Some((made, cell)) = name.made.zip(own.and_then(|at| cells.get_mut(at)))
        && made.standing == SkillStanding::Seen
    {
        *cell = made.place();
    }
    std::iter::once(name.name.to_owned()).chain(cells).collect()
}

fn told(workspace: &Workspace, matrix: &Matrix, cell: &Cell) -> String {
    let words = face(workspace, &matrix.face(cell)).words();
    if matrix.rests_on_trust(cell) { format!("{words}, if the project is trusted") } else { words }
}

/// Every field in quotes, lines ended as RFC 4180 has it. A field that a table program would run as a formula gets a
/// `'` before it.
fn csv(rows: &[Vec<String>]) -> String {
    let field = |text: &String| {
        let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
        format!("\"{}{}\"", if is_formula { "'" } else { "" }, text.replace('"', "\"\""))
    };
    let line = |row: &Vec<String>| row.iter().map(field).collect::<Vec<_>>().join(",") + "\r\n";
    rows.iter().map(line).collect()
}

/// A table whose cells show their text and nothing else.
fn markdown(rows: &[Vec<String>]) -> String {
    let cell = |text: &String| -> String { text.chars().map(shown).collect() };
    let line = |row: &Vec<String>| format!("| {} |\n", row.iter().map(cell).collect::<Vec<_>>().join(" | "));
    let rule = |row: &Vec<String>| format!("|{}\n", " --- |".repeat(row.len()));
    let (head, rest) =
        rows.split_first().map_or((String::new(), rows), |(head, rest)| (line(head) + &rule(head), rest));
    head + &rest.iter().map(line).collect::<String>()
}

fn shown(character: char) -> String {
    match character {
        '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '~' | '#' => format!("\\{character}"),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '&' => "&amp;".to_owned(),
        other if other.is_control() || ::hydration::is_invisible(other) => {
            format!("U+{:04X}", u32::from(other))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{csv, markdown};

    #[test]
    fn a_hostile_name_stays_in_its_cell() {
        let rows = [["Name", "Pixir"], ["=cmd|' /C'!A1", "a\"b\n|c"], ["<x>\u{202e}*y*", "[z](u)"]];
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        assert_eq!(
            csv(&rows),
            "\"Name\",\"Pixir\"\r\n\"'=cmd|' /C'!A1\",\"a\"\"b\n|c\"\r\n\"<x>\u{202e}*y*\",\"[z](u)\"\r\n"
        );
        assert_eq!(
            markdown(&rows),
            "| Name | Pixir |\n| --- | --- |\n| =cmd\\|' /C'!A1 | a\"bU+000A\\|c |\n| &lt;x&gt;U+202E\\*y\\* | \\[z\\](u) |\n"
        );
    }
}
