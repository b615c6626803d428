//! Reading a request's body, never more than its bound.

use axum::body::{Body, Bytes, HttpBody};
use http_body_util::BodyExt as _;

/// The longest body of a client, a form or a server function, in bytes (CONTRACT §3).
pub const LIMIT: usize = 64 * 1024;

/// Why a body was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    /// Longer than its bound; the rest was not read.
    #[error("the body is too long")]
    TooLong,
    /// Cut off, or too slow.
    #[error("the body ended early")]
    Unreadable,
}

/// The whole body, if it has at most `limit` bytes. When it announces that it is longer, nothing
/// of it is read.
///
/// # Errors
/// [`BodyError`].
pub async fn read(mut body: Body, limit: usize) -> Result<Bytes, BodyError> {
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > limit {
        return Err(BodyError::TooLong);
    }
    let mut bytes = Vec::with_capacity(announced);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| BodyError::Unreadable)?;
        let Ok(part) = frame.into_data() else { continue };
        if bytes.len() + part.len() > limit {
            return Err(BodyError::TooLong);
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_of_exactly_the_limit_is_read_and_one_byte_more_is_not() {
        let of = |bytes: usize| Body::from(vec![b'x'; bytes]);
        assert_eq!(read(of(LIMIT), LIMIT).await.map(|bytes| bytes.len()), Ok(LIMIT));
        assert_eq!(read(of(LIMIT + 1), LIMIT).await, Err(BodyError::TooLong));
    }
}
