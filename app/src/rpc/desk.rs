//! How the actions of the agency's side end: in a page that shows what was done, or in the page they
//! came from with what was typed.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use domain::refusal::Failure;
use domain::{Form, Problems, Unsaved};
use leptos::prelude::*;

use crate::address::Address;
use crate::error::Mishap;
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
pub struct Rejection {
    mishap: Mishap,
    problems: Problems,
}

impl From<Mishap> for Rejection {
    fn from(mishap: Mishap) -> Self {
        Self { mishap, problems: Problems::default() }
    }
}

impl<F: Failure> From<F> for Rejection {
    fn from(failure: F) -> Self {
        let problems = failure.problems().cloned().unwrap_or_default();
        Self { mishap: failure.into(), problems }
    }
}

/// Does what a form asks for, if an admin is signed in, and brings the browser to the address that
/// `work` gives. Refused, the form called `name` is shown again on the page `back`, with what was typed
/// and what is wrong with it.
///
/// # Errors
/// [`Mishap::SignedOut`], and whatever `work` is refused for.
pub async fn submit(
    name: &str,
    form: &Form,
    back: Address,
    work: impl Future<Output = Result<String, Rejection>>,
) -> Result<(), Mishap> {
    finish(Some((name, form)), back, work).await
}

/// As [`submit`], where nothing was typed: deleting, moving, switching.
///
/// # Errors
/// As [`submit`].
pub async fn act(back: Address, work: impl Future<Output = Result<String, Rejection>>) -> Result<(), Mishap> {
    finish(None, back, work).await
}

async fn finish(
    typed: Option<(&str, &Form)>,
    back: Address,
    work: impl Future<Output = Result<String, Rejection>>,
) -> Result<(), Mishap> {
    let Counter(clerk) = use_context().ok_or(Mishap::Fault)?;
    let outcome = match Admin::signed_in() {
        Ok(_) => work.await,
        Err(mishap) => Err(mishap.into()),
    };
    let Rejection { mishap, problems } = match outcome {
        Ok(address) => {
            clerk.lead(&address);
            return Ok(());
        }
        Err(rejection) => rejection,
    };
    // Where nothing was typed, there is nothing to keep by saving again.
    let is_click = typed.is_none() && mishap == Mishap::Stale;
    let mishap = if is_click { Mishap::Changed } else { mishap };
    let back = back.after(Err(mishap), "");
    let address = match typed.filter(|_| mishap != Mishap::SignedOut) {
        None => back.top(),
        Some((name, form)) => {
            let unsaved = Unsaved { name: name.to_owned(), form: form.clone(), problems };
            let kept = clerk.keep(unsaved).await.unwrap_or_default();
            back.with("unsaved", &kept).at(name)
        }
    };
    clerk.lead(&address);
    Err(mishap)
}
