//! Actions about payments.

use app::error::AppError;
use domain::Form;
use domain::projects::project_records::PaymentDraft;
use leptos::prelude::*;

use crate::admin::projects::ProjectPart;
use crate::form_action::{act, actor, store, submit};
use crate::ui::{Done, Record};

#[server(prefix = "/rpc/admin", endpoint = "add_payment")]
pub async fn add_payment(project: String, id: String, form: Form) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Payments.address(&project));
    submit("payment-new", &form, page.clone(), async {
        let draft = PaymentDraft::read(&form)?;
        store().add_payment(&project, &id, &draft).await?;
        Ok(page.done(Done::Created(Record::Payment)).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "save_payment")]
pub async fn save_payment(project: String, id: String, version: String, form: Form) -> Result<(), AppError> {
    let (form, page) = (form.as_typed(), ProjectPart::Payments.address(&project));
    let back = page.clone().with("edit", &id);
    submit(&format!("payment-{id}"), &form, back, async {
        let draft = PaymentDraft::read(&form)?;
        store().save_payment(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "mark_paid")]
pub async fn mark_paid(project: String, id: String, form: Form) -> Result<(), AppError> {
    let page = ProjectPart::Payments.address(&project);
    let back = page.clone().with("pay", &id);
    submit(&format!("paid-{id}"), &form, back, async {
        let store = store();
        let today = store.zone().await?.date(store.clock().now());
        let paid_on = PaymentDraft::read_paid_on(&form, today)?;
        store.mark_paid(&project, &id, paid_on).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "mark_unpaid")]
pub async fn mark_unpaid(project: String, id: String) -> Result<(), AppError> {
    let page = ProjectPart::Payments.address(&project);
    act(page.clone(), async {
        store().mark_unpaid(&project, &id).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

#[server(prefix = "/rpc/admin", endpoint = "delete_payment")]
pub async fn delete_payment(project: String, id: String) -> Result<(), AppError> {
    let page = ProjectPart::Payments.address(&project);
    act(page.clone(), async {
        store().delete_payment(&actor(), &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
