//! Checklists that the agency asks with again.

use serde::{Deserialize, Serialize};

use super::{MaterialDraft, MaterialKind};
use crate::Date;
use crate::form::{Form, FormParser, Problem, Problems};
use crate::id::MaterialTemplateId;
use crate::projects::project_draft::{DESCRIPTION, NAME};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaterialTemplate {
    pub id: MaterialTemplateId,
    pub title: String,
    pub items: Vec<TemplateItem>,
}

/// One thing to ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TemplateItem {
    pub title: String,
    pub description: Option<String>,
    pub kind: MaterialKind,
}

/// The values of the form of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaterialTemplateDraft {
    pub title: String,
    pub items: Vec<TemplateItem>,
}

impl MaterialTemplate {
    /// The requests of a list called `list`.
    pub fn drafts(&self, list: &str, due_on: Option<Date>) -> Vec<MaterialDraft> {
        let draft = |TemplateItem { title, description, kind }: TemplateItem| MaterialDraft {
            list: Some(list.to_owned()),
            title,
            description,
            due_on,
            kind,
        };
        self.items.iter().cloned().map(draft).collect()
    }
}

impl MaterialTemplateDraft {
    /// The most things that one asks for.
    pub const MAX_ITEMS: usize = 30;

    /// The name of a field of the thing `at`: `title-3`.
    pub fn field(name: &str, at: usize) -> String {
        format!("{name}-{at}")
    }

    /// Things without a title are left out, if they have no description either.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let mut parser = FormParser::of(form);
        let title = parser.line("title", NAME);
        let mut items = Vec::new();
        for at in 0..Self::MAX_ITEMS {
            let [title, description, kind] = ["title", "description", "kind"].map(|name| Self::field(name, at));
            if parser.raw(&title).is_empty() && parser.raw(&description).is_empty() {
                continue;
            }
            items.push(TemplateItem {
                title: parser.line(&title, NAME),
                description: parser.optional_prose(&description, DESCRIPTION),
                kind: parser.enum_value(&kind, MaterialKind::File),
            });
        }
        if items.is_empty() {
            parser.reject(&Self::field("title", 0), Problem::Empty);
        }
        parser.done(|| Self { title, items })
    }
}

filled_from! { MaterialTemplateDraft: MaterialTemplate { title, items } }

impl From<&MaterialTemplateDraft> for Form {
    fn from(draft: &MaterialTemplateDraft) -> Self {
        let form = Self::default().with("title", Some(draft.title.as_str()));
        draft.items.iter().enumerate().fold(form, |form, (at, item)| {
            form.with(&MaterialTemplateDraft::field("title", at), Some(item.title.as_str()))
                .with(&MaterialTemplateDraft::field("description", at), item.description.as_deref())
                .with(&MaterialTemplateDraft::field("kind", at), Some(item.kind.as_str()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn template_form_leaves_out_empty_lines() {
        let form = Form::default()
            .with("title", Some("Chi siamo"))
            .with("title-0", Some("Logo"))
            .with("title-2", Some("Testi"))
            .with("kind-2", Some("text"));
        let draft = MaterialTemplateDraft::read(&form).expect("a draft");
        let items: Vec<_> = draft.items.iter().map(|item| (item.title.as_str(), item.kind)).collect();
        assert_eq!(items, [("Logo", MaterialKind::File), ("Testi", MaterialKind::Text)]);
        assert_eq!(MaterialTemplateDraft::read(&Form::from(&draft)), Ok(draft));
        let problems = |form: Form| MaterialTemplateDraft::read(&form).expect_err("a problem");
        let untitled = Form::default().with("title", Some("A")).with("description-1", Some("x"));
        assert_eq!(problems(untitled).of("title-1"), Some(Problem::Empty));
        assert_eq!(problems(Form::default().with("title", Some("A"))).of("title-0"), Some(Problem::Empty));
    }
}
