//! The actions of every kind of record.

use domain::Form;

use super::record::{RecordKind, form_name};
use crate::admin::prelude::*;

/// Makes a record a [`RecordKind`]: its page, the beginning of its forms' names, the field that gets the focus after one
/// was added, and its three actions.
macro_rules! record_kind {
    ($record:ident, $part:ident, $form:literal, $first:literal,
        $Add:ident $add:ident $add_path:tt, $Save:ident $save:ident $save_path:tt, $Delete:ident $delete:ident $delete_path:tt) => {
        impl RecordKind for $record {
            const PART: ProjectPart = ProjectPart::$part;
            const FORM: &'static str = $form;
            const FIRST_FIELD: &'static str = $first;
            const CREATED: Record = Record::$record;
            const ADD: &'static str = $Add::PATH;
            const SAVE: &'static str = $Save::PATH;
            const DELETE: &'static str = $Delete::PATH;
        }

        #[server(prefix = "/rpc/admin", endpoint = $add_path)]
        pub async fn $add(project: String, id: String, form: Form) -> Result<(), AppError> {
            super::record_actions::add::<$record>(project, id, form).await
        }

        #[server(prefix = "/rpc/admin", endpoint = $save_path)]
        pub async fn $save(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
            super::record_actions::save::<$record>(project, id, version, form).await
        }

        #[server(prefix = "/rpc/admin", endpoint = $delete_path)]
        pub async fn $delete(project: String, id: String) -> Result<(), AppError> {
            super::record_actions::delete::<$record>(project, id).await
        }
    };
}

pub(super) use record_kind;

/// The action of the form that adds a record.
pub(super) async fn add<R: RecordKind>(project: String, id: String, form: Form) -> Result<(), AppError> {
    let page = R::PART.address(&project);
    submit(&form_name::<R>("new"), &form, page.clone(), async {
        let draft = R::parse_form(&form)?;
        store().add_record::<R>(&parse_id(&project)?, parse_id(&id)?, &draft).await?;
        Ok(page.done(Done::Created(R::CREATED)).top())
    })
    .await
}

/// The action of the form of a record.
pub(super) async fn save<R: RecordKind>(
    project: String,
    id: String,
    version: String,
    form: Form,
) -> Result<(), AppError> {
    let page = R::PART.address(&project);
    submit(&form_name::<R>(&id), &form, page.clone().with("edit", &id), async {
        let draft = R::parse_form(&form)?;
        store().save_record::<R>(&parse_id(&project)?, &parse_id(&id)?, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// The action that deletes a record.
pub(super) async fn delete<R: RecordKind>(project: String, id: String) -> Result<(), AppError> {
    let page = R::PART.address(&project);
    act(page.clone(), async {
        store().delete_record::<R>(&actor(), &parse_id(&project)?, &parse_id(&id)?).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
