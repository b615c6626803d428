//! The section of the account page with the second factor: switching it on in three steps, its recovery codes, and off.

pub mod actions;
mod new_codes;

use domain::people::second_factor::in_groups;
use store::SecondFactor;

use super::Folded;
use crate::address::encode;
use crate::admin::prelude::*;
use actions::{CANCEL, CHANGE, CONFIRM, START};

pub use new_codes::{NewCodes, forget_codes};

pub const SECTION: &str = "second-factor";

/// What the page shows of it.
#[derive(Debug, Clone)]
pub struct SecondFactorView {
    pub factor: SecondFactor,
    /// Made just now; shown once.
    pub new_codes: Option<NewCodes>,
    /// Why the last form was refused.
    pub problem: String,
    /// Who the app says the codes are for.
    pub issuer: String,
    pub email: String,
}

#[component]
pub fn SecondFactorSection(shown: SecondFactorView, admin: AdminView) -> impl IntoView {
    let i18n = admin.i18n;
    let SecondFactorView { factor, new_codes, problem, issuer, email } = shown;
    let problem = actions::problem_text(&problem, i18n);
    let is_on = matches!(factor, SecondFactor::On { .. });
    // The form that is folded away has the id instead.
    let id = (!is_on || new_codes.is_some()).then_some(SECTION);
    let body = match factor {
        SecondFactor::Off => view! { <Off i18n/> }.into_any(),
        SecondFactor::Pending { key } => view! { <Steps key issuer email problem i18n/> }.into_any(),
        SecondFactor::On { .. } if new_codes.is_some() => view! { <Codes codes=new_codes i18n/> }.into_any(),
        SecondFactor::On { since, recovery_codes } => view! {
            <p class="muted">
                <time datetime=since.to_string()>{i18n.since_day_first(&dates::moment(since, admin.language))}</time>
                " · " {i18n.codes_left(recovery_codes)}
            </p>
            <Change problem email i18n/>
        }
        .into_any(),
    };
    let state = if is_on { i18n.second_factor_on() } else { i18n.second_factor_off() };
    view! {
        <section class="setting" id=id aria-labelledby="second-factor-heading">
            <h2 id="second-factor-heading">{i18n.second_factor()} " " <span class="chip" class:chip--done=is_on>{state}</span></h2>
            {body}
        </section>
    }
}

#[component]
fn Off(i18n: I18n) -> impl IntoView {
    view! {
        <p class="muted">{i18n.second_factor_hint()}</p>
        <form method="post" action=START class="actions">
            <button class="button">{i18n.second_factor_start()}</button>
        </form>
    }
}

#[component]
fn Steps(key: String, issuer: String, email: String, problem: Option<String>, i18n: I18n) -> impl IntoView {
    let address = app_address(&key, &issuer, &email);
    let autofocus = problem.is_some();
    view! {
        <ol class="factor">
            <li class="factor__step">
                <h3>{i18n.scan()}</h3>
                <QrPicture text=address.clone() label=i18n.scan_picture()/>
                <p class="muted">{i18n.scan_hint()}</p>
                <p class="factor__key" translate="no">{in_groups(&key, " ")}</p>
                <p><a href=address>{i18n.scan_on_this_phone()}</a></p>
            </li>
            <li class="factor__step">
                <h3>{i18n.type_code()}</h3>
                <form method="post" action=CONFIRM class="form">
                    <CodeField of=CodeOf::App label=i18n.app_code() hint=i18n.app_code_hint() problem autofocus/>
                    <button class="button button--wide">{i18n.second_factor_confirm()}</button>
                </form>
                <form method="post" action=CANCEL>
                    <button class="button button--quiet button--small">{i18n.cancel()}</button>
                </form>
            </li>
            <li class="factor__step factor__step--later">
                <h3>{i18n.store_codes()}</h3>
                <p class="muted">{i18n.store_codes_hint()}</p>
            </li>
        </ol>
    }
}

#[component]
fn Codes(codes: Option<NewCodes>, i18n: I18n) -> impl IntoView {
    let codes = codes.map(|codes| codes.texts()).unwrap_or_default();
    let text = codes.join("\n");
    let file = format!("data:text/plain;charset=utf-8,{}", encode(&text));
    let code = |code: String| view! { <li>{code}</li> };
    view! {
        <div class="panel factor__codes" id="recovery-codes">
            <h3>{i18n.recovery_codes()}</h3>
            <p class="muted" role="status">{i18n.recovery_codes_hint()}</p>
            <ul translate="no">{codes.into_iter().map(code).collect_view()}</ul>
            <p class="actions">
                <button type="button" class="button button--quiet" data-copy=text>{i18n.copy()}</button>
                <a class="button button--quiet" href=file download="codici-atrio.txt">{i18n.recovery_codes_download()}</a>
                <a class="button" href=super::ADDRESS>{i18n.recovery_codes_stored()}</a>
            </p>
        </div>
    }
}

/// The password is asked for.
#[component]
fn Change(problem: Option<String>, email: String, i18n: I18n) -> impl IntoView {
    view! {
        <Folded label=i18n.change() about=i18n.second_factor() open=problem.is_some()>
            <form id=SECTION method="post" action=CHANGE class="form">
                <input type="hidden" name="email" autocomplete="username" value=email/>
                <PasswordField id="factor-password" label=i18n.password() problem/>
                <p class="field__hint">{i18n.recovery_codes_renew_hint()}</p>
                <p class="actions">
                    <button class="button" name="change" value=actions::RENEW_CODES>{i18n.recovery_codes_renew()}</button>
                    <button class="button button--danger" name="change" value=actions::SWITCH_OFF>{i18n.second_factor_remove()}</button>
                </p>
            </form>
        </Folded>
    }
}

/// What the app reads from the picture.
fn app_address(key: &str, issuer: &str, email: &str) -> String {
    // A colon ends the issuer.
    let issuer = issuer.replace(':', " ");
    let issuer = encode(&issuer);
    format!("otpauth://totp/{issuer}:{}?secret={key}&issuer={issuer}&algorithm=SHA1&digits=6&period=30", encode(email))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_for_the_app_has_issuer_and_account() {
        assert_eq!(
            app_address("JBSWY3DPEHPK3PXP", "Studio: Èra & C.", "l+a@studio.example"),
            "otpauth://totp/Studio%20%20%C3%88ra%20%26%20C.:l%2Ba%40studio.example?secret=JBSWY3DPEHPK3PXP\
             &issuer=Studio%20%20%C3%88ra%20%26%20C.&algorithm=SHA1&digits=6&period=30"
        );
    }
}
