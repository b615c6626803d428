//! A small error page in Italian and English, rendered without Leptos: for requests that fail before a
//! page can be rendered.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use pages::RETRY_WHEN_BUSY;

use domain::{FormOfAddress, Language};
use pages::i18n::I18n;

use crate::assets;

/// No text is escaped: it must not contain input.
#[derive(Debug, Clone, Copy)]
pub struct PlainPage<'a> {
    pub status: StatusCode,
    /// In Italian.
    pub heading: &'a str,
    pub italian: &'a str,
    pub english: &'a str,
    /// In seconds.
    pub retry_after: Option<u64>,
}

impl PlainPage<'static> {
    /// The cause is in the log only.
    pub const FAULT: Self = Self {
        status: StatusCode::INTERNAL_SERVER_ERROR,
        heading: "Qualcosa non ha funzionato",
        italian: "Non siamo riusciti a preparare questa pagina. Tra qualche istante dovrebbe riuscire.",
        english: "Something went wrong: we could not prepare this page. Please try again in a moment.",
        retry_after: None,
    };

    /// Something else uses what the request needs.
    pub const BUSY: Self = Self {
        status: StatusCode::SERVICE_UNAVAILABLE,
        heading: "Un momento di pazienza",
        italian: "In questo momento siamo molto occupati. Si può riprovare fra qualche secondo.",
        english: "One moment, please: we are very busy right now. Please try again in a few seconds.",
        retry_after: Some(RETRY_WHEN_BUSY),
    };

    /// Over the quota of the sender of the request.
    pub fn too_many(seconds: u64) -> Response {
        let [italian, english] = duration_text(seconds);
        PlainPage {
            status: StatusCode::TOO_MANY_REQUESTS,
            heading: "Troppe richieste",
            italian: &format!("Si può riprovare fra {italian}."),
            english: &format!("Too many requests: try again in {english}."),
            retry_after: Some(seconds),
        }
        .into_response()
    }

    /// A slug is not looked up because too many wrong ones were tried, most likely by others.
    pub fn too_many_slug_guesses(seconds: u64) -> Response {
        let [italian, english] = duration_text(seconds);
        PlainPage {
            status: StatusCode::TOO_MANY_REQUESTS,
            heading: "Un po’ di pazienza",
            italian: &format!(
                "Qualcuno ha provato troppi indirizzi che non esistono. Per prudenza questo non si apre ora: \
                 si può riprovare fra {italian}."
            ),
            english: &format!(
                "Somebody tried too many addresses that do not exist. To be safe, this one does not open now: \
                 try again in {english}."
            ),
            retry_after: Some(seconds),
        }
        .into_response()
    }
}

/// In Italian and in English.
fn duration_text(seconds: u64) -> [String; 2] {
    [Language::It, Language::En].map(|language| I18n(language, FormOfAddress::Tu).duration(seconds))
}

impl IntoResponse for PlainPage<'_> {
    fn into_response(self) -> Response {
        let Self { status, heading, italian, english, retry_after } = self;
        let style = assets::style_sheet();
        let page = format!(
            "<!DOCTYPE html><html lang=\"it\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{heading} · Atrio</title>\
             <link rel=\"stylesheet\" href=\"{style}\">\
             <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\"></head>\
             <body><main class=\"lobby\"><h1>{heading}</h1><p>{italian}</p><p lang=\"en\">{english}</p>\
             <p><a href=\"/\">Atrio</a></p></main></body></html>"
        );
        let mut response = (status, Html(page)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn text(response: Response) -> String {
        let bytes = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn wait_is_shown_in_seconds_minutes_or_hours() {
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
                assert_eq!(page.status(), StatusCode::TOO_MANY_REQUESTS);
                assert_eq!(page.headers()[header::RETRY_AFTER], *seconds.to_string());
                let text = text(page).await;
                assert!(text.contains(italian) && text.contains(english), "{text}");
            }
        }
    }
}
