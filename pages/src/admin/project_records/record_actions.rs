//! The actions of every kind of record.

use domain::Form;

use super::record::{RecordKind, form_name};
use crate::admin::prelude::*;

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
