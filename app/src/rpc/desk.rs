//! How the actions of the agency's side end: in a page that shows what was done, or in the page they
//! came from with what was typed.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use domain::error::Failure;
use domain::{Form, Problems, Unsaved};
use leptos::prelude::*;

use crate::address::Address;
use crate::error::AppError;
use crate::viewer::Admin;

/// What actions need of the server, which gives it to every request as a [`Counter`].
pub trait Clerk: Send + Sync {
    /// Keeps a refused form, and gives its name; none when it could not be kept.
    fn keep(&self, unsaved: Unsaved) -> Pin<Box<dyn Future<Output = Option<String>> + Send>>;
    /// Brings a browser to `address`.
    fn lead(&self, address: &str);
}

/// The clerk of this request.
#[derive(Clone)]
pub struct Counter(pub Arc<dyn Clerk>);

/// Why an action was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormError {
    error: AppError,
    problems: Problems,
}

impl From<AppError> for FormError {
    fn from(error: AppError) -> Self {
        Self { error, problems: Problems::default() }
    }
}

impl<F: Failure> From<F> for FormError {
    fn from(failure: F) -> Self {
        let problems = failure.problems().cloned().unwrap_or_default();
        Self { error: failure.into(), problems }
    }
}

/// Does what a form asks for, if an admin is signed in, and brings the browser to the address that
/// `work` gives. Refused, the form called `name` is shown again on the page `back`, with what was typed
/// and what is wrong with it.
///
/// # Errors
/// [`AppError::SignedOut`], and whatever `work` is refused for.
pub async fn submit(
    name: &str,
    form: &Form,
    back: Address,
    work: impl Future<Output = Result<String, FormError>>,
) -> Result<(), AppError> {
    finish(Some((name, form)), back, work).await
}

/// As [`submit`], where nothing was typed: deleting, moving, switching.
///
/// # Errors
/// As [`submit`].
pub async fn act(
    back: Address,
    work: impl Future<Output = Result<String, FormError>>,
) -> Result<(), AppError> {
    finish(None, back, work).await
}

async fn finish(
    typed: Option<(&str, &Form)>,
    back: Address,
    work: impl Future<Output = Result<String, FormError>>,
) -> Result<(), AppError> {
    let Counter(clerk) = use_context().ok_or(AppError::Fault)?;
    let outcome = match Admin::signed_in() {
        Ok(_) => work.await,
        Err(error) => Err(error.into()),
    };
    let FormError { error, problems } = match outcome {
        Ok(address) => {
            clerk.lead(&address);
            return Ok(());
        }
        Err(rejection) => rejection,
    };
    // Where nothing was typed, there is nothing to keep by saving again.
    let is_click = typed.is_none() && error == AppError::Stale;
    let error = if is_click { AppError::Changed } else { error };
    let back = back.after(Err(error), "");
    let address = match typed.filter(|_| error != AppError::SignedOut) {
        None => back.top(),
        Some((name, form)) => {
            let unsaved = Unsaved { name: name.to_owned(), form: form.clone(), problems };
            let kept = clerk.keep(unsaved).await.unwrap_or_default();
            back.with("unsaved", &kept).at(name)
        }
    };
    clerk.lead(&address);
    Err(error)
}
