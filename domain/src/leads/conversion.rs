//! Converts a lead to a client.

use super::Lead;
use crate::clients::ClientDraft;
use crate::{Form, FormParser, Language, Problems};

/// The client a lead becomes, with an optional first project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConversionDraft {
    pub client: ClientDraft,
    pub project: Option<String>,
}

impl ConversionDraft {
    /// The longest name of a project, in characters.
    pub const PROJECT: usize = crate::projects::project_draft::NAME;

    /// Parses the form: a client's fields, and `project`.
    pub fn read(form: &Form) -> Result<Self, Problems> {
        let client = ClientDraft::read(form);
        let mut parser = FormParser::of(form);
        for (field, problem) in client.as_ref().err().into_iter().flat_map(Problems::iter) {
            parser.reject(field, problem);
        }
        let project = parser.optional_line("project", Self::PROJECT);
        parser.done(|| ())?;
        Ok(Self { client: client?, project })
    }

    /// A form filled with the lead's data.
    pub fn form_for(lead: &Lead, language: Language) -> Form {
        Form::from(&ClientDraft {
            name: lead.name.clone(),
            company: lead.company.clone(),
            email: lead.email.clone(),
            phone: lead.phone.clone(),
            language,
            ..ClientDraft::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Problem;

    #[test]
    fn project_is_optional_and_all_errors_are_reported() {
        let form = Form::default().with("name", Some("Anna"));
        assert_eq!(ConversionDraft::read(&form).expect("a draft").project, None);
        let named = ConversionDraft::read(&form.clone().with("project", Some(" Sito ")));
        assert_eq!(named.expect("a draft").project.as_deref(), Some("Sito"));
        let wrong = form.with("name", Some("")).with("email", Some("x")).with("project", Some("è".repeat(201)));
        let problems = ConversionDraft::read(&wrong).expect_err("three problems");
        let reported: Vec<_> = problems.iter().collect();
        assert_eq!(
            reported,
            [("name", Problem::Empty), ("email", Problem::NotEmail), ("project", Problem::TooLong(200))]
        );
    }
}
