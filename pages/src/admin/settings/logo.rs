//! The logo: preview, upload and removal.

use domain::settings::logo::LogoProblem;
use leptos::either::Either;
use leptos::prelude::*;
use leptos::server_fn::ServerFn;

use crate::admin::settings::actions::RemoveLogo;
use crate::i18n::I18n;
use crate::ui::DeleteForm;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogoFlash {
    Problem(LogoProblem),
    /// The logo was changed after the page was loaded.
    Stale,
}

impl LogoFlash {
    fn i18n(self, i18n: I18n) -> &'static str {
        match self {
            Self::Problem(problem) => i18n.logo_problem(problem),
            Self::Stale => i18n.logo_stale(),
        }
    }
}

/// The current logo, and the forms to replace and remove it.
#[component]
pub fn LogoSection(
    version: Option<String>,
    /// The result of the last upload.
    flash: Option<LogoFlash>,
    /// Whether to ask for confirmation to remove it (`?remove=1`).
    confirming: bool,
    i18n: I18n,
) -> impl IntoView {
    let seen = version.clone().unwrap_or_default();
    let problem = flash.map(|flash| {
        view! { <p class="notice notice--wrong" role="alert" id="logo-problem">{flash.i18n(i18n)}</p> }
    });
    let described = if problem.is_some() { "logo-problem logo-hint" } else { "logo-hint" };
    let preview = match version {
        None => view! { <p class="muted">{i18n.logo_none()}</p> }.into_any(),
        Some(version) => {
            let src = format!("/logo?v={version}");
            view! {
                <p class="logo-preview">
                    <img src=src alt=i18n.logo_now()/>
                </p>
                {if confirming {
                    Either::Left(view! {
                        <DeleteForm
                            question=i18n.logo_remove_question().to_owned()
                            impact=Vec::new()
                            action=RemoveLogo::PATH
                            arguments=vec![("version", version)]
                            back="/admin/settings#logo".to_owned()
                            i18n
                        />
                    })
                } else {
                    Either::Right(view! {
                        <p>
                            <a class="button button--quiet" href="/admin/settings?remove=1#logo">
                                {i18n.logo_remove()}
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
            <h2 id="logo-heading">{i18n.logo()}</h2>
            {problem}
            {preview}
            <form method="post" action="/rpc/admin/set_logo" enctype="multipart/form-data" class="form">
                <input type="hidden" name="version" value=seen/>
                <div class="field">
                    <label for="logo-file">{i18n.logo_file()}</label>
                    <input
                        id="logo-file"
                        name="logo"
                        type="file"
                        accept=".svg,.png,image/svg+xml,image/png"
                        required
                        aria-invalid=flash.is_some().then_some("true")
                        aria-describedby=described
                    />
                    <p class="field__hint" id="logo-hint">{i18n.logo_hint()}</p>
                </div>
                <button class="button">{i18n.logo_upload()}</button>
            </form>
        </section>
    }
}
