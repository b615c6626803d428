//! A body of `multipart/form-data`, part by part as it arrives. Its parts are in the order that was sent, and what was not asked
//! for yet is not read: a file may only be received after what comes before it was checked.

use axum::body::{Body, Bytes, HttpBody as _};
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt as _;
use memchr::memmem;

use crate::body;

/// The lines before the content of a part, in bytes.
const MAX_HEAD: usize = 16 * 1024;
const MAX_BOUNDARY: usize = 70;

/// The body is not such a form, or was cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a form of parts")]
pub struct MalformedForm;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHead {
    pub name: String,
    /// As the browser has written it. Empty if no file was chosen.
    pub filename: Option<String>,
}

pub struct Multipart {
    body: Body,
    /// `\r\n--` and the boundary.
    delimiter: Vec<u8>,
    /// What was read and not returned yet.
    buffer: Vec<u8>,
    /// How many bytes come after those in the buffer, if that is known.
    left: Option<u64>,
    is_in_part: bool,
    /// How many bytes the heads of parts and the texts may still have: whoever sends them, they are held in memory.
    text_left: usize,
}

impl Multipart {
    /// # Errors
    /// [`MalformedForm`] for another `Content-Type`.
    pub fn new(headers: &HeaderMap, body: Body) -> Result<Self, MalformedForm> {
        let content_type =
            headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).ok_or(MalformedForm)?;
        let boundary = boundary(content_type).ok_or(MalformedForm)?;
        let left = body.size_hint().exact();
        // The first boundary has no line before it.
        Ok(Self {
            body,
            delimiter: [b"\r\n--", boundary.as_bytes()].concat(),
            buffer: b"\r\n".to_vec(),
            left,
            is_in_part: false,
            text_left: body::LIMIT,
        })
    }

    /// The next part; `None` at the end of the body. The rest of the part before it is skipped.
    pub async fn next_part(&mut self) -> Result<Option<PartHead>, MalformedForm> {
        while self.is_in_part {
            self.chunk().await?;
        }
        self.fill(self.delimiter.len() + 2).await?;
        if !self.buffer.starts_with(&self.delimiter) {
            return Err(MalformedForm);
        }
        self.buffer.drain(..self.delimiter.len());
        if self.buffer.starts_with(b"--") {
            self.buffer.drain(..2);
            return self.end().await.map(|()| None);
        }
        let head = loop {
            if let Some(end) = memmem::find(&self.buffer, b"\r\n\r\n") {
                let head: Vec<u8> = self.buffer.drain(..end + 4).collect();
                break head;
            }
            if self.buffer.len() > MAX_HEAD || !self.read().await? {
                return Err(MalformedForm);
            }
        };
        self.text_left = self.text_left.checked_sub(head.len()).ok_or(MalformedForm)?;
        self.is_in_part = true;
        part_head(&head).ok_or(MalformedForm).map(Some)
    }

    /// The next bytes of the part; `None` at its end.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, MalformedForm> {
        if !self.is_in_part {
            return Ok(None);
        }
        loop {
            // A content that is empty ends with the line break of its head.
            if let Some(end) = memmem::find(&self.buffer, &self.delimiter) {
                if end == 0 {
                    self.is_in_part = false;
                    return Ok(None);
                }
                return Ok(Some(self.buffer.drain(..end).collect::<Vec<u8>>().into()));
            }
            // The rest may be the beginning of a delimiter.
            let certain = self.buffer.len().saturating_sub(self.delimiter.len() - 1);
            if certain >= files::BLOCK {
                let rest = self.buffer.split_off(certain);
                return Ok(Some(std::mem::replace(&mut self.buffer, rest).into()));
            }
            if !self.read().await? {
                return Err(MalformedForm);
            }
        }
    }

    /// The whole part as text, of at most so many bytes.
    pub async fn text(&mut self, most: usize) -> Result<String, MalformedForm> {
        let (mut text, most) = (Vec::new(), most.min(self.text_left));
        while let Some(chunk) = self.chunk().await? {
            text.extend_from_slice(&chunk);
            if text.len() > most {
                return Err(MalformedForm);
            }
        }
        self.text_left -= text.len();
        String::from_utf8(text).map_err(|_| MalformedForm)
    }

    /// How many bytes the part still has if it is the last, if that is known.
    pub fn expected(&self) -> Option<u64> {
        let rest = self.buffer.len() as u64 + self.left?;
        // The delimiter, `--`, and mostly a line break.
        Some(rest.saturating_sub(self.delimiter.len() as u64 + 4))
    }

    /// Nothing but a line break comes after the last boundary.
    async fn end(&mut self) -> Result<(), MalformedForm> {
        while self.buffer.len() <= 2 && self.read().await? {}
        if self.buffer.is_empty() || self.buffer == b"\r\n" { Ok(()) } else { Err(MalformedForm) }
    }

    async fn fill(&mut self, bytes: usize) -> Result<(), MalformedForm> {
        while self.buffer.len() < bytes {
            if !self.read().await? {
                return Err(MalformedForm);
            }
        }
        Ok(())
    }

    /// Reads more; false at the end of the body.
    async fn read(&mut self) -> Result<bool, MalformedForm> {
        match self.body.frame().await {
            None => Ok(false),
            Some(Err(_)) => Err(MalformedForm),
            Some(Ok(frame)) => {
                if let Ok(bytes) = frame.into_data() {
                    self.left = self.left.map(|left| left.saturating_sub(bytes.len() as u64));
                    self.buffer.extend_from_slice(&bytes);
                }
                Ok(true)
            }
        }
    }
}

/// The boundary in `multipart/form-data; boundary=…`.
fn boundary(content_type: &str) -> Option<String> {
    let (kind, parameters) = content_type.split_once(';')?;
    if !kind.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    let boundary = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("boundary").then(|| value.trim().trim_matches('"').to_owned())
    })?;
    ((1..=MAX_BOUNDARY).contains(&boundary.len()) && boundary.is_ascii()).then_some(boundary)
}

/// The head of a part, from after its boundary.
fn part_head(head: &[u8]) -> Option<PartHead> {
    let head = String::from_utf8_lossy(head);
    // Before the first line break is the line of the boundary, with white space at most.
    let (padding, lines) = head.split_once("\r\n")?;
    if !padding.trim_matches([' ', '\t']).is_empty() {
        return None;
    }
    let disposition = lines.split("\r\n").find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case("content-disposition").then_some(value)
    })?;
    let (kind, mut rest) = disposition.split_once(';')?;
    if !kind.trim().eq_ignore_ascii_case("form-data") {
        return None;
    }
    let (mut name, mut filename) = (None, None);
    while let Some((parameter, after)) = rest.split_once('=') {
        let (value, next) = if let Some(quoted) = after.trim_start().strip_prefix('"') {
            let (value, next) = quoted.split_once('"')?;
            (value, next.split_once(';').map_or("", |(_, next)| next))
        } else {
            let (value, next) = after.split_once(';').unwrap_or((after, ""));
            (value.trim(), next)
        };
        match parameter.trim().to_ascii_lowercase().as_str() {
            "name" => name = name.or(Some(unescaped(value))),
            "filename" => filename = filename.or(Some(unescaped(value))),
            _ => {}
        }
        rest = next;
    }
    Some(PartHead { name: name?, filename })
}

/// What browsers escape, and nothing else.
fn unescaped(value: &str) -> String {
    value.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")
}

#[cfg(test)]
mod tests;
