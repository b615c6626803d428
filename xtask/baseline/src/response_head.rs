//! The head of an HTTP/1.1 response, as far as the load and the bare server need it.

/// Status, and where the body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResponseHead {
    pub status: u16,
    /// Bytes before the body.
    pub size: usize,
    pub content_length: usize,
}

/// The response is not HTTP/1.1, or has no `Content-Length`.
#[derive(Debug, PartialEq, Eq)]
pub struct Malformed;

impl ResponseHead {
    /// `None` while the head is incomplete.
    ///
    /// # Errors
    /// [`Malformed`]
    pub fn parse(received: &[u8]) -> Result<Option<Self>, Malformed> {
        let mut size = 0;
        let mut content_length = None;
        while let Some(length) = received[size..].iter().position(|byte| *byte == b'\n') {
            let line = received[size..size + length].trim_ascii_end();
            size += length + 1;
            if line.is_empty() {
                let content_length = content_length.ok_or(Malformed)?;
                return Ok(Some(Self { status: status(received)?, size, content_length }));
            }
            if let Some(value) = value_of(line, b"content-length:") {
                content_length = Some(number(value.trim_ascii())?);
            }
        }
        Ok(None)
    }
}

fn status(received: &[u8]) -> Result<u16, Malformed> {
    let digits = received.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3)).ok_or(Malformed)?;
    number(digits)
}

fn value_of<'a>(line: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let (start, value) = line.split_at_checked(name.len())?;
    start.eq_ignore_ascii_case(name).then_some(value)
}

fn number<T: std::str::FromStr>(digits: &[u8]) -> Result<T, Malformed> {
    std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).ok_or(Malformed)
}

#[cfg(test)]
mod tests {
    use super::{Malformed, ResponseHead};

    #[test]
    fn head_has_status_size_and_content_length() {
        let received = b"HTTP/1.1 201 Created\r\nx-a: b\r\nContent-Length: 3\r\n\r\nabc";
        let head = ResponseHead { status: 201, size: received.len() - 3, content_length: 3 };
        assert_eq!(ResponseHead::parse(received), Ok(Some(head)));
        for cut in 0..received.len() - 3 {
            assert_eq!(ResponseHead::parse(&received[..cut]), Ok(None), "{cut}");
        }
    }

    #[test]
    fn response_without_length_is_malformed() {
        for wrong in [
            "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n",
            "SSH-2.0\r\ncontent-length: 1\r\n\r\n",
        ] {
            assert_eq!(ResponseHead::parse(wrong.as_bytes()), Err(Malformed), "{wrong}");
        }
    }
}
