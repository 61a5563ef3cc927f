//! `assay texts`: the texts of skills that sessions of other agents hold, and those that a person had Assay save.

use api::texts::{DeleteTextsAsk, SaveTextsAsk, SavedTextAsk, SavedTextsView, Saving};
use api::wire::Nothing;
use api::{App, Code, Failure, Scripts};
use clap::Args;
use message::message;

use crate::typed::typed;

/// The changes to make; none to list the saved texts.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct Texts {
    /// Save skill texts of other agents' sessions from now on [default: off]
    #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
    save: Option<String>,
    /// Print a saved text, by its id or a prefix of it
    #[arg(long, value_name = "ID", conflicts_with_all = ["save", "delete", "delete_all"])]
    pub show: Option<String>,
    /// Delete a saved text permanently (can be repeated)
    #[arg(long, value_name = "ID")]
    delete: Vec<String>,
    /// Delete all saved texts
    #[arg(long, conflicts_with = "delete")]
    delete_all: bool,
}

impl Texts {
    /// Does it, and tells how it stands then.
    pub fn carry_out(&self, app: &App) -> Result<SavedTextsView, Failure> {
        let scripts = Scripts(app);
        app.everywhere().index_sessions()?;
        if let Some(saving) = &self.save {
            let saving: Saving = typed(saving)?;
            scripts.save_texts(&SaveTextsAsk { saving })?;
        }
        let view = scripts.saved_texts(&Nothing {})?;
        if self.delete.is_empty() && !self.delete_all {
            return Ok(view);
        }
        let ids = self.delete.iter().map(|id| whole(&view, id)).collect::<Result<_, _>>()?;
        scripts.delete_texts(&DeleteTextsAsk { ids })
    }

    /// A saved text, whole.
    pub fn text(app: &App, id: &str) -> Result<String, Failure> {
        let scripts = Scripts(app);
        app.everywhere().index_sessions()?;
        let id = whole(&scripts.saved_texts(&Nothing {})?, id)?;
        let window = scripts.saved_text(&SavedTextAsk { id, from: 0, count: u32::MAX })?;
        Ok(window.lines.iter().map(|line| format!("{line}\n")).collect())
    }
}

/// The id that begins so.
fn whole(view: &SavedTextsView, start: &str) -> Result<String, Failure> {
    let saved = || view.texts.iter().filter(|text| text.saved.is_some() && text.id.starts_with(start));
    match (saved().next(), saved().count()) {
        (Some(text), 1) => Ok(text.id.clone()),
        (None, _) => Err(Failure::new(Code::NotFound, message!("no saved text matches `{start}`.", start))
            .hint(message!("Run `assay texts` to list all."))),
        (Some(_), several) => {
            let words = message!("`{start}` matches {several} saved texts.", start, several);
            Err(Failure::new(Code::WrongUse, words).hint(message!("Pass a longer id.")))
        }
    }
}
