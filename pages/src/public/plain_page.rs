//! A small error page in Italian and English, rendered without Leptos: for requests that fail before a
//! page can be rendered.

use std::borrow::Cow;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use domain::{FormOfAddress, Language};

use crate::RETRY_WHEN_BUSY;
use crate::i18n::I18n;

/// No text is escaped: it must not contain input.
#[derive(Debug, Clone)]
pub struct PlainPage {
    pub status: StatusCode,
    /// In Italian.
    pub heading: &'static str,
    pub italian: Cow<'static, str>,
    pub english: Cow<'static, str>,
    /// In seconds.
    pub retry_after: Option<u64>,
}

impl PlainPage {
    /// The cause is in the log only.
    pub const FAULT: Self = Self::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "Qualcosa non ha funzionato",
        "Non siamo riusciti a preparare questa pagina. Tra qualche istante dovrebbe riuscire.",
        "Something went wrong: we could not prepare this page. Please try again in a moment.",
    );

    pub const FOREIGN_ORIGIN: Self = Self::new(
        StatusCode::FORBIDDEN,
        "Accesso non consentito",
        "Il modulo è stato inviato da un altro sito: basta aprire la pagina qui e riprovare.",
        "This form was sent from another site: open the page here and try again.",
    );

    pub const FORBIDDEN: Self = Self::new(
        StatusCode::FORBIDDEN,
        "Operazione non consentita",
        "Questa parte è per i titolari dello studio: se serve, basta chiedere a uno di loro.",
        "This part is for the owners of the studio: if you need it, ask one of them.",
    );

    pub const TOO_LARGE: Self = Self::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "Payload troppo grande",
        "È stato inviato troppo in una volta: meglio tornare indietro e inviare meno.",
        "Too much was sent at once: go back and send less.",
    );

    pub const UNREADABLE_BODY: Self = Self::new(
        StatusCode::BAD_REQUEST,
        "Corpo non leggibile",
        "I dati inviati non sono arrivati: meglio tornare indietro e riprovare.",
        "What was sent did not arrive: go back and try again.",
    );

    /// Something else uses what the request needs.
    pub const BUSY: Self = Self {
        status: StatusCode::SERVICE_UNAVAILABLE,
        heading: "Un momento di pazienza",
        italian: Cow::Borrowed("In questo momento siamo molto occupati. Si può riprovare fra qualche secondo."),
        english: Cow::Borrowed("One moment, please: we are very busy right now. Please try again in a few seconds."),
        retry_after: Some(RETRY_WHEN_BUSY),
    };

    const fn new(status: StatusCode, heading: &'static str, italian: &'static str, english: &'static str) -> Self {
        Self { status, heading, italian: Cow::Borrowed(italian), english: Cow::Borrowed(english), retry_after: None }
    }

    /// Over the quota of the sender of the request.
    pub fn too_many(seconds: u64) -> Self {
        let [italian, english] = duration_text(seconds);
        Self {
            status: StatusCode::TOO_MANY_REQUESTS,
            heading: "Troppe richieste",
            italian: format!("Si può riprovare fra {italian}.").into(),
            english: format!("Too many requests: try again in {english}.").into(),
            retry_after: Some(seconds),
        }
    }

    /// A slug is not looked up because too many wrong ones were tried, most likely by others.
    pub fn too_many_slug_guesses(seconds: u64) -> Self {
        let [italian, english] = duration_text(seconds);
        let italian = format!(
            "Qualcuno ha provato troppi indirizzi che non esistono. Per prudenza questo non si apre ora: \
             si può riprovare fra {italian}."
        );
        let english = format!(
            "Somebody tried too many addresses that do not exist. To be safe, this one does not open now: \
             try again in {english}."
        );
        Self {
            status: StatusCode::TOO_MANY_REQUESTS,
            heading: "Un po’ di pazienza",
            italian: italian.into(),
            english: english.into(),
            retry_after: Some(seconds),
        }
    }

    /// With the style sheet at this address.
    pub fn respond(&self, style_sheet: &str) -> Response {
        let mut response = (self.status, Html(self.html(style_sheet))).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }

    fn html(&self, style_sheet: &str) -> String {
        let Self { heading, italian, english, .. } = self;
        format!(
            "<!DOCTYPE html><html lang=\"it\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{heading} · Atrio</title>\
             <link rel=\"stylesheet\" href=\"{style_sheet}\">\
             <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\"></head>\
             <body><main class=\"lobby\"><h1>{heading}</h1><p>{italian}</p><p lang=\"en\">{english}</p>\
             <p><a href=\"/\">Atrio</a></p></main></body></html>"
        )
    }
}

/// In Italian and in English.
fn duration_text(seconds: u64) -> [String; 2] {
    [Language::It, Language::En].map(|language| I18n(language, FormOfAddress::Tu).duration(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_is_shown_in_seconds_minutes_or_hours() {
        for (seconds, italian, english) in [
            (1, "fra 1 secondo.", "in 1 second."),
            (59, "fra 59 secondi.", "in 59 seconds."),
            (180, "fra 180 secondi.", "in 180 seconds."),
            (301, "fra 6 minuti.", "in 6 minutes."),
            (10_800, "fra 180 minuti.", "in 180 minutes."),
            (10_801, "fra 4 ore.", "in 4 hours."),
        ] {
            let pages = [PlainPage::too_many, PlainPage::too_many_slug_guesses];
            for page in pages.map(|page| page(seconds)) {
                let response = page.respond("/pkg/atrio.css");
                assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
                assert_eq!(response.headers()[header::RETRY_AFTER], *seconds.to_string());
                let html = page.html("/pkg/atrio.css");
                assert!(html.contains(italian) && html.contains(english), "{html}");
            }
        }
    }
}
