//! Recognises fields that forms and bridges fill themselves: the page, the campaign, the browser. They come
//! after the answers and are no lead fields.

use domain::leads::json_path;

use crate::labels::{is_listed, normalize};

/// Names of such fields, normalized.
const SERVICE: [&str; 3] = [
    // The page and the form.
    "page, page url, page uri, page title, page name, pagina, url pagina, url della pagina, pagina \
     url, titolo pagina, titolo della pagina, source url, landing page url, current url, referrer, \
     referrer url, referer, http referer, wp http referer, form name, form title, powered by, \
     offerto da, credits",
    // The browser.
    "user agent, agente utente, ip, ip address, remote ip, user ip, client ip, ip remoto, ip \
     utente, indirizzo ip, indirizzo ip remoto",
    // Advertising.
    "campaign, campaign name, ad name, adset name, ad set name, adgroup name, is organic, gclid, \
     gbraid, wbraid, dclid, fbclid, fbc, fbp, msclkid, ttclid, li fat id",
];

/// Creation times. The activity has its own time.
const CLOCKS: &str = "\
    created at, created time, created on, date created, updated at, date updated, submitted at, \
    submitted on, submission date, timestamp";

/// Last words of names whose value is an id.
const IDS: [&str; 6] = ["id", "ids", "uid", "uuid", "guid", "nonce"];

/// Whether a field with this name or label is filled by the sender, not by the submitter.
pub(crate) fn is_service(label: &str) -> bool {
    let name = normalize(label);
    let name = name.as_str();
    // `lead_id` is a technical name; `VAT ID` is a question.
    let is_id = !label.trim().contains(' ')
        && !matches!(name, "vat id" | "tax id")
        && name.rsplit(' ').next().is_some_and(|last| IDS.contains(&last));
    is_id || name.starts_with("utm ") || SERVICE.iter().chain(&[CLOCKS]).any(|words| is_listed(words, name))
}

/// Whether a question of data that is not about the submitter is of use to a technician only: the browser, the
/// page, ids, the names of a form and its members. Questions are paths, `Meta › Page url`.
pub fn is_technical(question: &str) -> bool {
    let steps: Vec<String> = json_path::steps(question).map(normalize).collect();
    let Some(last) = steps.last().map(String::as_str) else { return false };
    matches!(steps[0].as_str(), "form" | "meta" | "tracking")
        || is_service(last)
        || !matches!(last, "vat id" | "tax id") && last.rsplit(' ').next().is_some_and(|word| IDS.contains(&word))
}

/// Whether a member is a secret shared by sender and agency, which no text may contain.
pub(crate) fn is_secret(name: &str) -> bool {
    normalize(name) == "google key"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_technical_detects_data_of_form_and_browser() {
        for question in ["Remote IP", "Powered by", "Form id", "Form › Name", "Meta › Page url", "Utm source"] {
            assert!(is_technical(question), "{question}");
        }
        for question in ["", "VAT ID", "Location", "Event", "Formato", "Attendees › 1 › Email", "Data"] {
            assert!(!is_technical(question), "{question}");
        }
    }

    #[test]
    fn is_service_detects_tracking_fields() {
        for label in [
            "utm_source", "UTM Campaign", "utmTerm", "gclid", "_fbp", "Page URL", "page_name", "remote_ip",
            "User Agent", "submissionID", "lead_id", "id", "submittedAt", "_wp_http_referer", "URL della pagina",
        ] {
            assert!(is_service(label), "{label}");
        }
        for label in [
            "", "Nome", "VAT ID", "vat_id", "Qual è il tuo ID?", "Pagine", "URL", "Sito web", "Campagna elettorale",
            "Data", "Ora", "Servizio", "utm", "Idea",
        ] {
            assert!(!is_service(label), "{label}");
        }
    }
}
