//! The logos: preview, upload and removal.

pub mod upload;

use domain::Agency;
use domain::settings::accent::Scheme;
use domain::settings::logo::LogoProblem;

use self::upload::SET_LOGO;
use super::Section;
use crate::admin::prelude::*;
use crate::admin::settings::actions::RemoveLogo;

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

/// The logos for light and dark mode on their backgrounds, with the forms to replace and remove each. The second one is
/// asked for once there is a first.
#[component]
pub fn LogoSection(
    agency: Agency,
    /// The result of the last upload.
    flash: Option<(Scheme, LogoFlash)>,
    /// Asks for confirmation to remove this one (`?remove=…`).
    removing: Option<Scheme>,
    /// The result of the last submitted form.
    outcome: Flash,
    i18n: I18n,
) -> impl IntoView {
    let problem = flash.map(|(_, flash)| {
        view! { <p class="notice notice--wrong" role="alert" id="logo-problem">{flash.i18n(i18n)}</p> }
    });
    let schemes = if agency.logo.is_some() { Scheme::ALL } else { &[Scheme::Light] };
    let card = |scheme: &Scheme| {
        let is_refused = flash.is_some_and(|(of, _)| of == *scheme);
        let is_removing = removing == Some(*scheme);
        view! { <LogoCard agency=agency.clone() scheme=*scheme is_refused is_removing i18n/> }
    };
    view! {
        <section class="setting" aria-labelledby="logo-heading" id="logo">
            <h2 id="logo-heading">{i18n.logo()}</h2>
            <SectionOutcome section="logo" flash=outcome i18n/>
            {problem}
            <div class="logos">{schemes.iter().map(card).collect_view()}</div>
        </section>
    }
}

#[component]
fn LogoCard(agency: Agency, scheme: Scheme, is_refused: bool, is_removing: bool, i18n: I18n) -> impl IntoView {
    let version = agency.logo_version(scheme).to_owned();
    let (title, label, hint) = match scheme {
        Scheme::Light => (i18n.logo_on_light(), i18n.logo_file(), i18n.logo_hint()),
        Scheme::Dark => (i18n.logo_on_dark(), i18n.logo_dark_file(), i18n.logo_dark_hint()),
    };
    let removal = (!version.is_empty()).then(|| view! { <Removal version=version.clone() scheme is_removing i18n/> });
    let (field, hint_id) = (format!("logo-file-{scheme}"), format!("logo-hint-{scheme}"));
    let described = if is_refused { format!("logo-problem {hint_id}") } else { hint_id.clone() };
    view! {
        <div class="logos__one">
            <h3>{title}</h3>
            <LogoPreview agency scheme i18n/>
            {removal}
            <form method="post" action=SET_LOGO enctype="multipart/form-data" class="form">
                <input type="hidden" name="scheme" value=scheme.as_str()/>
                <input type="hidden" name="version" value=version/>
                <div class="field">
                    <label for=field.clone()>{label}</label>
                    <input
                        id=field
                        name="logo"
                        type="file"
                        accept=".svg,.png,image/svg+xml,image/png"
                        required
                        aria-invalid=is_refused.then_some("true")
                        aria-describedby=described
                    />
                    <p class="field__hint" id=hint_id>{hint}</p>
                </div>
                <button class="button">{i18n.logo_upload()} <span class="sr-only">": " {title}</span></button>
            </form>
        </div>
    }
}

/// How the portal shows the logo in this scheme, whatever the reader's own is.
#[component]
fn LogoPreview(agency: Agency, scheme: Scheme, i18n: I18n) -> impl IntoView {
    let dark = agency.logo_dark.filter(|_| scheme == Scheme::Dark).map(|version| format!("/logo/dark?v={version}"));
    let class = if dark.is_none() && scheme == Scheme::Dark { "logo-preview__plate" } else { "" };
    let src = dark.or_else(|| agency.logo.map(|version| format!("/logo?v={version}")));
    match src {
        None => Either::Left(view! { <p class="muted">{i18n.logo_none()}</p> }),
        Some(src) => Either::Right(view! {
            <p class=format!("logo-preview logo-preview--{scheme}")>
                <img src=src class=class alt=i18n.logo_now()/>
            </p>
        }),
    }
}

#[component]
fn Removal(version: String, scheme: Scheme, is_removing: bool, i18n: I18n) -> impl IntoView {
    if is_removing {
        return Either::Left(view! {
            <DeleteForm
                question=i18n.logo_remove_question().to_owned()
                impact=Vec::new()
                action=RemoveLogo::PATH
                arguments=vec![("version", version), ("scheme", scheme.to_string())]
                back=Section::Look.address().with_fragment("logo")
                i18n
            />
        });
    }
    let href = Section::Look.address().with("remove", scheme.as_str()).with_fragment("logo");
    Either::Right(view! { <p><a class="button button--quiet" href=href>{i18n.logo_remove()}</a></p> })
}
