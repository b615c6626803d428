//! The logo: seen, changed, taken away.

use domain::logo::LogoProblem;
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::rpc::RemoveLogo;
use crate::ui::DeleteForm;
use crate::words::Words;

/// Why the file that was just sent is not the logo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogoFlash {
    /// Something is wrong with it.
    Problem(LogoProblem),
    /// Somebody else changed the logo first.
    Stale,
}

impl LogoFlash {
    fn words(self, words: Words) -> &'static str {
        match self {
            Self::Problem(problem) => words.logo_problem(problem),
            Self::Stale => words.logo_stale(),
        }
    }
}

/// The logo there is, and the forms that change it.
#[component]
pub fn LogoSection(
    /// The version of the logo, if there is one.
    version: Option<String>,
    /// Why the last one that was sent is not it.
    flash: Option<LogoFlash>,
    /// Whether to ask about taking it away (`?remove=1`).
    asks: bool,
    /// The reader's words.
    words: Words,
) -> impl IntoView {
    let seen = version.clone().unwrap_or_default();
    let problem = flash.map(|flash| {
        view! { <p class="notice notice--wrong" role="alert" id="logo-problem">{flash.words(words)}</p> }
    });
    let described = if problem.is_some() { "logo-problem logo-hint" } else { "logo-hint" };
    let preview = match version {
        None => view! { <p class="muted">{words.logo_none()}</p> }.into_any(),
        Some(version) => {
            let src = format!("/logo?v={version}");
            view! {
                <p class="logo-preview">
                    <img src=src alt=words.logo_now()/>
                </p>
                {if asks {
                    Either::Left(view! {
                        <DeleteForm
                            question=words.logo_remove_question().to_owned()
                            takes=Vec::new()
                            action=RemoveLogo::PATH
                            arguments=vec![("version", version)]
                            back="/admin/settings#logo".to_owned()
                            words
                        />
                    })
                } else {
                    Either::Right(view! {
                        <p>
                            <a class="button button--quiet" href="/admin/settings?remove=1#logo">
                                {words.logo_remove()}
                            </a>
                        </p>
                    })
                }}
            }
            .into_any()
        }
    };
    view! {
        <section class="setting" aria-labelledby="logo-heading" id="logo">
            <h2 id="logo-heading">{words.logo()}</h2>
            {problem}
            {preview}
            <form method="post" action="/rpc/set_logo" enctype="multipart/form-data" class="form">
                <input type="hidden" name="version" value=seen/>
                <div class="field">
                    <label for="logo-file">{words.logo_file()}</label>
                    <input
                        id="logo-file"
                        name="logo"
                        type="file"
                        accept=".svg,.png,image/svg+xml,image/png"
                        required
                        aria-invalid=flash.is_some().then_some("true")
                        aria-describedby=described
                    />
                    <p class="field__hint" id="logo-hint">{words.logo_hint()}</p>
                </div>
                <button class="button">{words.logo_upload()}</button>
            </form>
        </section>
    }
}
