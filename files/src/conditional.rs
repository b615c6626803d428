//! Conditional and range requests (RFC 9110, sections 13 and 14).

use std::ops::Range;
use std::time::SystemTime;

use http::{HeaderMap, HeaderName, Method, header};

/// What a response is compared with.
#[derive(Debug, Clone)]
pub struct Validators {
    /// With its quotes; strong.
    pub etag: String,
    /// In whole seconds.
    pub modified: SystemTime,
    /// In bytes.
    pub size: u64,
}

/// What a request gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// 200
    Whole,
    /// 206
    Part(Range<u64>),
    /// 304
    NotModified,
    /// 412
    PreconditionFailed,
    /// 416
    Unsatisfiable,
}

/// In the order of section 13.2.2.
pub fn answer(method: &Method, headers: &HeaderMap, validators: &Validators) -> Answer {
    let is_as_expected = match list(headers, &header::IF_MATCH) {
        Some(tags) => tags == "*" || entity_tags(&tags).any(|tag| tag == validators.etag),
        None => date(headers, &header::IF_UNMODIFIED_SINCE).is_none_or(|date| validators.modified <= date),
    };
    if !is_as_expected {
        return Answer::PreconditionFailed;
    }
    let is_known = match list(headers, &header::IF_NONE_MATCH) {
        Some(tags) => tags == "*" || entity_tags(&tags).any(|tag| weak(tag) == validators.etag),
        None => date(headers, &header::IF_MODIFIED_SINCE).is_some_and(|date| validators.modified <= date),
    };
    if is_known {
        return Answer::NotModified;
    }
    // Of ranges only GET is defined.
    if *method != Method::GET || !is_unchanged(headers, validators) {
        return Answer::Whole;
    }
    match range(headers, validators.size) {
        None => Answer::Whole,
        Some(range) if range.is_empty() => Answer::Unsatisfiable,
        Some(range) => Answer::Part(range),
    }
}

/// Whether `If-Range`, if it is there, is what the client has a part of.
fn is_unchanged(headers: &HeaderMap, validators: &Validators) -> bool {
    let Some(value) = headers.get(header::IF_RANGE) else { return true };
    let Ok(value) = value.to_str() else { return false };
    if value.starts_with('"') || value.starts_with("W/") {
        return value == validators.etag;
    }
    httpdate::parse_http_date(value).is_ok_and(|date| date == validators.modified)
}

/// The bytes that are asked for; `None` if the header is ignored: it is malformed, has another unit or several ranges. Empty
/// beyond the end.
fn range(headers: &HeaderMap, size: u64) -> Option<Range<u64>> {
    let mut lines = headers.get_all(header::RANGE).iter();
    let line = lines.next().filter(|_| lines.next().is_none())?.to_str().ok()?;
    let (unit, range) = line.split_once('=')?;
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return None;
    }
    let (first, last) = range.trim_matches([' ', '\t']).split_once('-')?;
    match (number(first), number(last)) {
        (Some(first), _) if first >= size && last.is_empty() => Some(0..0),
        (Some(first), None) if last.is_empty() => Some(first..size),
        (Some(first), Some(last)) if first > last => None,
        (Some(first), Some(_)) if first >= size => Some(0..0),
        (Some(first), Some(last)) => Some(first..size.min(last.saturating_add(1))),
        (None, Some(length)) if first.is_empty() => Some(size.saturating_sub(length)..size),
        _ => None,
    }
}

/// A number too large to count is beyond every end.
fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

/// The lines of a header as one list.
fn list(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let lines: Vec<&str> = headers.get_all(name).iter().map(|line| line.to_str().unwrap_or_default().trim()).collect();
    (!lines.is_empty()).then(|| lines.join(", "))
}

/// The entity tags of a list. They may contain commas.
fn entity_tags(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = list;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let opening = if rest.starts_with("W/\"") { 3 } else { 1 };
        if !rest.starts_with("W/\"") && !rest.starts_with('"') {
            return None;
        }
        let end = opening + rest[opening..].find('"')? + 1;
        let (tag, after) = rest.split_at(end);
        rest = after;
        Some(tag)
    })
}

fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// A date that is none is ignored.
fn date(headers: &HeaderMap, name: &HeaderName) -> Option<SystemTime> {
    httpdate::parse_http_date(headers.get(name)?.to_str().ok()?).ok()
}

#[cfg(test)]
mod tests;
