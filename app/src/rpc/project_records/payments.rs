//! Payments.

use domain::{Form, Payment};
use leptos::prelude::*;

use super::RecordList;
use crate::error::AppError;

/// The payments of a project, by due date.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "payments")]
pub async fn load_payments(
    /// The project's id.
    project: String,
) -> Result<RecordList<Payment>, AppError> {
    crate::viewer::Admin::signed_in()?;
    let (folder, items) = expect_context::<store::Store>().payments(&project).await?;
    Ok(RecordList { folder, items, next: None, new_id: store::new_id() })
}

/// Adds a payment to a project.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "add_payment")]
pub async fn add_payment(
    /// The project's id.
    project: String,
    /// What it will be called, as the page was given it.
    id: String,
    /// What is agreed.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::PaymentDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Payments.path(&project)));
    crate::rpc::submit("payment-new", &form, page.clone(), async {
        let draft = PaymentDraft::read(&form)?;
        expect_context::<store::Store>().add_payment(&project, &id, &draft).await?;
        Ok(page.done(Done::Created).top())
    })
    .await
}

/// Saves what is agreed about a payment.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Stale`]; [`AppError::Missing`];
/// [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "save_payment")]
pub async fn save_payment(
    /// The project's id.
    project: String,
    /// The payment's.
    id: String,
    /// The version the form was filled from.
    version: String,
    /// What is agreed.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::PaymentDraft;

    let (form, page) = (form.as_typed(), Address::path(ProjectPart::Payments.path(&project)));
    let back = page.clone().with("edit", &id);
    crate::rpc::submit(&format!("payment-{id}"), &form, back, async {
        let draft = PaymentDraft::read(&form)?;
        expect_context::<store::Store>().save_payment(&project, &id, &draft, &version).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// Says that a payment was made.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Invalid`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "mark_paid")]
pub async fn mark_paid(
    /// The project's id.
    project: String,
    /// The payment's.
    id: String,
    /// The day.
    form: Form,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use domain::project_records::PaymentDraft;

    let page = Address::path(ProjectPart::Payments.path(&project));
    let back = page.clone().with("pay", &id);
    crate::rpc::submit(&format!("paid-{id}"), &form, back, async {
        let store = expect_context::<store::Store>();
        let today = store.zone().await?.date(store.clock().now());
        let paid_on = PaymentDraft::read_paid_on(&form, today)?;
        store.mark_paid(&project, &id, paid_on).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// Says that a payment was not made after all.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "mark_unpaid")]
pub async fn mark_unpaid(
    /// The project's id.
    project: String,
    /// The payment's.
    id: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;

    let page = Address::path(ProjectPart::Payments.path(&project));
    crate::rpc::act(page.clone(), async {
        expect_context::<store::Store>().mark_unpaid(&project, &id).await?;
        Ok(page.done(Done::Saved).top())
    })
    .await
}

/// Deletes a payment.
///
/// # Errors
/// [`AppError::SignedOut`]; [`AppError::Missing`]; [`AppError::Fault`].
#[server(prefix = "/rpc", endpoint = "delete_payment")]
pub async fn delete_payment(
    /// The project's id.
    project: String,
    /// The payment's.
    id: String,
) -> Result<(), AppError> {
    use crate::address::Address;
    use crate::admin::projects::ProjectPart;
    use crate::ui::Done;
    use crate::viewer::Admin;

    let page = Address::path(ProjectPart::Payments.path(&project));
    crate::rpc::act(page.clone(), async {
        expect_context::<store::Store>().delete_payment(&Admin::actor()?, &project, &id).await?;
        Ok(page.done(Done::Deleted).top())
    })
    .await
}
