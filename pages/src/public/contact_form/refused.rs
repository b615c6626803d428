//! A refused form, between its post and the page that shows it again. It travels in a cookie of the visitor's browser,
//! because nothing is stored for a stranger.

use std::io::{Read as _, Write as _};

use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::Form;
use domain::leads::ContactMessage;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// The longest value, in bytes. Proxies with a buffer of 4 KiB for a response's head, such as nginx, must pass it on
/// with all other headers.
const MAX_COOKIE: usize = 2_400;
/// The longest form that is read from a cookie, in bytes: it could decompress to anything.
const MAX_FORM: u64 = 64 * 1024;
/// In seconds.
const LIFETIME: u32 = 600;
const NAMES: [&str; 7] = ["name", "email", "phone", "company", "message", "consent", ContactMessage::HONEYPOT];

/// Why a message was not stored; unless it is [`Self::Invalid`], it may be sent again after so many seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Its problems are found again when it is shown.
    Invalid,
    /// Too many of the visitor's address, or of the form.
    TooMany(u64),
    /// There is no room for it.
    Full(u64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RefusedForm {
    /// That of the page it was typed on.
    pub(super) id: String,
    pub(super) form: Form,
    pub(super) refusal: Refusal,
}

/// An id that may be repeated in an address and a page.
pub(super) fn is_plain(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

impl RefusedForm {
    /// The `Set-Cookie` for the page at `path`; `None` if it is too long for one.
    pub(super) fn set_cookie(&self, path: &str, is_https: bool) -> Option<String> {
        let value = self.encode().filter(|value| value.len() <= MAX_COOKIE)?;
        let (name, secure) = (name(is_https), if is_https { "; Secure" } else { "" });
        Some(format!("{name}={value}; Path={path}; Max-Age={LIFETIME}; HttpOnly; SameSite=Lax{secure}"))
    }

    /// The form with this id in the cookies of a request.
    pub(super) fn of(headers: &HeaderMap, id: &str, is_https: bool) -> Option<Self> {
        values(headers, is_https).filter_map(Self::decode).find(|refused| refused.id == id && is_plain(id))
    }

    fn encode(&self) -> Option<String> {
        let (reason, seconds) = match self.refusal {
            Refusal::Invalid => ("invalid", 0),
            Refusal::TooMany(seconds) => ("many", seconds),
            Refusal::Full(seconds) => ("full", seconds),
        };
        let mut pairs = form_urlencoded::Serializer::new(String::new());
        pairs.append_pair("id", &self.id).append_pair(reason, &seconds.to_string());
        for name in NAMES.into_iter().filter(|name| !self.form.get(name).is_empty()) {
            pairs.append_pair(name, self.form.get(name));
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(pairs.finish().as_bytes()).ok()?;
        Some(URL_SAFE_NO_PAD.encode(encoder.finish().ok()?))
    }

    fn decode(value: &str) -> Option<Self> {
        let compressed = URL_SAFE_NO_PAD.decode(value).ok()?;
        let mut pairs = Vec::new();
        DeflateDecoder::new(&*compressed).take(MAX_FORM).read_to_end(&mut pairs).ok()?;
        let (mut id, mut refusal, mut form) = (String::new(), None, Form::default());
        for (name, value) in form_urlencoded::parse(&pairs) {
            match (&*name, value.parse()) {
                ("id", _) => id = value.into_owned(),
                ("invalid", _) => refusal = Some(Refusal::Invalid),
                ("many", Ok(seconds)) => refusal = Some(Refusal::TooMany(seconds)),
                ("full", Ok(seconds)) => refusal = Some(Refusal::Full(seconds)),
                (field, _) if NAMES.contains(&field) => form = form.with(field, Some(value)),
                _ => {}
            }
        }
        Some(Self { id, form, refusal: refusal? })
    }
}

/// Ends the cookie of the page at `path`, if the request has it.
pub(super) fn end_cookie(headers: &HeaderMap, path: &str, is_https: bool) -> Option<String> {
    let secure = if is_https { "; Secure" } else { "" };
    values(headers, is_https).next().map(|_| format!("{}=; Path={path}; Max-Age=0{secure}", name(is_https)))
}

fn values(headers: &HeaderMap, is_https: bool) -> impl Iterator<Item = &str> {
    let cookies = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    cookies.flat_map(|line| line.split(';')).filter_map(move |cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == self::name(is_https)).then_some(value)
    })
}

/// The prefix `__Host-` requires the path `/`.
fn name(is_https: bool) -> &'static str {
    if is_https { "__Secure-atrio.form" } else { "atrio.form" }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn refused(message: &str) -> RefusedForm {
        let form = Form::default().with("name", Some("Anna & \"Verdi\"; x=1\r\n")).with("message", Some(message));
        RefusedForm { id: "0198c0de-1111".to_owned(), form, refusal: Refusal::TooMany(60) }
    }

    fn headers(cookies: &[String]) -> HeaderMap {
        let cookies = cookies.iter().map(|one| HeaderValue::try_from(one.split(';').next().unwrap_or("")));
        cookies.map(|value| (header::COOKIE, value.expect("a header"))).collect()
    }

    #[test]
    fn typed_text_comes_back_from_the_cookie() {
        for refusal in [Refusal::Invalid, Refusal::TooMany(60), Refusal::Full(3600)] {
            let refused = RefusedForm { refusal, ..refused("Perché no? 🌷\r\nمطعم\0") };
            for is_https in [false, true] {
                let cookie = refused.set_cookie("/f/key", is_https).expect("short enough");
                assert!(cookie.is_ascii() && !cookie.contains(['\r', '\n']), "{cookie}");
                assert_eq!(cookie.contains("; Secure"), is_https);
                let headers = headers(&["other=1".to_owned(), cookie]);
                assert_eq!(RefusedForm::of(&headers, &refused.id, is_https), Some(refused.clone()));
                assert_eq!(RefusedForm::of(&headers, "another-page", is_https), None);
            }
        }
    }

    #[test]
    fn cookie_is_short_or_none() {
        let prose = "Vorrei un sito per la libreria e una tessera fedeltà: apriamo la nuova sede a marzo. ".repeat(47);
        let cookie = refused(&prose).set_cookie("/f/key", true).expect("short when compressed");
        assert!(cookie.len() < MAX_COOKIE, "{}", cookie.len());
        // Letters without any pattern, which no compression makes shorter.
        let mut state = 1_u64;
        let mut letter = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            char::from(b'a' + u8::try_from((state >> 33) % 26).expect("a letter"))
        };
        let noise: String = (0..4_000).map(|_| letter()).collect();
        assert_eq!(refused(&noise).set_cookie("/f/key", true), None);
    }

    #[test]
    fn forged_cookie_is_nothing_or_a_short_form() {
        let zeros = |count: usize| {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(b"id=a&invalid=0&message=").expect("written");
            encoder.write_all(&vec![b'0'; count]).expect("written");
            URL_SAFE_NO_PAD.encode(encoder.finish().expect("compressed"))
        };
        let bomb = RefusedForm::decode(&zeros(50_000_000)).expect("a form, cut");
        assert!(bomb.form.get("message").len() < usize::try_from(MAX_FORM).expect("a size"));
        let mut unknown = DeflateEncoder::new(Vec::new(), Compression::best());
        unknown.write_all(b"id=a&invalid=0&version=1&__proto__=x").expect("written");
        let unknown = RefusedForm::decode(&URL_SAFE_NO_PAD.encode(unknown.finish().expect("compressed")));
        assert_eq!(unknown.map(|one| one.form), Some(Form::default()));
        for forged in ["", "====", "AAAA", "x".repeat(9_000).as_str(), "%00", "eJw"] {
            assert_eq!(RefusedForm::decode(forged), None, "{forged}");
        }
    }

    #[test]
    fn only_a_plain_id_is_repeated() {
        assert!(is_plain("0198c0de-1111-7222-8333-444455556666") && is_plain("pagina"));
        for id in ["", "a b", "a&b", "è", "a\r\n", "a/b", &"a".repeat(65)] {
            assert!(!is_plain(id), "{id}");
        }
    }
}
